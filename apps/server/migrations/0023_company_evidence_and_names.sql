-- By what right it came that a visitor belongs to a company. What older versions stored counts as said by a device.
alter table company_evidence
  add column by_right text not null default 'device' check (by_right in ('public', 'device', 'signed', 'api'));
-- What an older process still writes meanwhile is anybody's word.
alter table company_evidence alter column by_right set default 'public';

-- What a company is called while nobody knows better, made from its domain (companies/company-name.ts).
alter table companies add column domain_name text not null default '';

-- Those of other alphabets (xn--) are called as they are written until they are imported.
with made as (
  select c.workspace_id, c.id, case when c.domain like 'xn--%' then c.domain else (
    select string_agg(case
        when word ~ '^[b-df-hj-np-tv-xz]{2,5}$' or length(split_part(c.domain, '.', 1)) <= 3 then upper(word)
        else upper(left(word, 1)) || substr(word, 2) end, ' ' order by place)
    from regexp_split_to_table(split_part(c.domain, '.', 1), '[-_]+') with ordinality as words (word, place)
    where word <> '') end as name
  from companies c where c.domain <> ''
)
update companies c set domain_name = coalesce(m.name, c.domain),
  name = case when c.name = '' then coalesce(m.name, c.domain) else c.name end
from made m where c.workspace_id = m.workspace_id and c.id = m.id;
