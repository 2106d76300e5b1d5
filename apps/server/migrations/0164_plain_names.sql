-- Stored data follows names that changed in the API: the filter field `right` is `verification_level`, the range of a share link
-- is `from` and `to`, and a suggestion has the code of its reason.

-- Filters are texts of the filter language, or JSON. In a text the name is replaced only before an operator: a quoted text,
-- an unquoted value and the name of a property may say "right", too.
do $body$
declare
  relations constant text := '(?:(?:visitor|identity|person|company|session|lead)\.)?';
  field constant text := '(?:' || relations || 'conversion\.)?';
  operator constant text := '\s*(?:!=|[<>=:]|[iI][nN]\s*\()';
  quoted constant text := $re$"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'$re$;
  -- Behind an operator, or the values of IN.
  bare constant text := $re$(?:!=|<=|>=|[=<>:])\s*[^\s(),"']+$re$;
  several constant text := '[iI][nN]\s*\((?:' || quoted || $re$|[^"')])*\)$re$;
  word constant text := $re$[^\s(),"'!=<>:]+$re$;
  part constant text := '(-*' || field || ')right(?=' || operator || ')|(' || concat_ws('|', quoted, bare, several, word, '.') || ')';
  json constant text := '("field"\s*:\s*"' || field || ')right"';
  own record;
  renamed text;
begin
  for own in
    select 'view' as place, workspace_id, id, filter from saved_views where filter like '%right%'
    union all
    select 'share', workspace_id, id, query ->> 'filter' from shares where query ->> 'filter' like '%right%'
  loop
    if ltrim(own.filter) like '{%' then
      renamed := regexp_replace(own.filter, json, '\1verification_level"', 'g');
    else
      select string_agg(coalesce(groups[1] || 'verification_level', groups[2]), '' order by nth) into renamed
      from regexp_matches(own.filter, part, 'g') with ordinality as parts(groups, nth);
    end if;
    if own.place = 'view' then
      update saved_views set filter = renamed where workspace_id = own.workspace_id and id = own.id;
    else
      update shares set query = jsonb_set(query, '{filter}', to_jsonb(renamed))
      where workspace_id = own.workspace_id and id = own.id;
    end if;
  end loop;
end $body$;

update saved_views set columns = array_replace(columns, 'right', 'verification_level')
where page = 'conversions' and 'right' = any(columns);

update visitor_lists
set filter = regexp_replace(filter::text,
  '("field": "(?:(?:(?:visitor|identity|person|company|session|lead)\.)?conversion\.)?)right"', '\1verification_level"', 'g')::jsonb
where filter::text like '%right"%';

update shares set query = jsonb_set(jsonb_set(query - 'since' - 'until', '{from}', query -> 'since'), '{to}', query -> 'until')
where query ? 'since' and query ? 'until';

update suggestions set reason = case
  when reason like '% is a placeholder, %' then 'placeholder'
  when reason in ('somebody with a stronger right, or who was first, says otherwise',
    'an earlier claim or one with a higher verification level says otherwise') then 'outranked'
  when reason in ('a signed conversion with the same external_id counts',
    'a signed conversion has the same external_id') then 'outranked_conversion'
  when reason in ('another conversion with the same external_id came before',
    'an earlier conversion has the same external_id') then 'later_conversion'
  when reason in ('the workspace follows no names but proved ones',
    'the workspace accepts only signed identify calls') then 'not_proved'
  when reason like '% other visitors gave it before, so that nobody is believed without a proof'
    or reason like '% other visitors already use this identifier; send a signed message' then 'crowded'
  when reason like 'a person has at most % traits of % bytes together'
    or reason like 'a person can have at most % traits and % bytes of traits' then 'too_many_traits'
  when reason in ('it may correct an address, but belongs to somebody who is known already',
    'the new email address belongs to another known person') then 'known_address'
  when reason in ('the person has many addresses', 'the person already has many email addresses') then 'many_addresses'
  when reason in ('the address belongs to another account',
    'the email address belongs to another account') then 'foreign_address'
  when reason in ('two people are not joined by anybody', 'an unsigned message cannot merge two people') then 'no_join'
  when reason in ('the person has another user_id', 'the person has a different user_id') then 'other_user_id'
  when reason in ('the user_id belongs to another person', 'the user_id belongs to a different person') then 'foreign_user_id'
  when reason in ('the day had no more new people or leads to give',
    'the daily quota of new people or leads is used up') then 'quota'
  else 'other' end
where reason not in ('outranked', 'outranked_conversion', 'later_conversion', 'not_proved', 'crowded', 'too_many_traits',
  'known_address', 'many_addresses', 'foreign_address', 'no_join', 'other_user_id', 'foreign_user_id', 'quota', 'placeholder', 'other');

-- A repeated request gets its first answer for a day, by the names of today.
update idempotent_answers
set answer = regexp_replace(answer, '^(\{"data":\{"dry_run":(?:true|false),)"correction_id"', '\1"identity_override_id"')
where answer like '{"data":{"dry_run":%,"correction_id":%';
