/* People, companies and leads by SQL, with names as various as those of a large customer base. */
import type postgres from 'postgres';

export type Filled = { people: number; companies: number; leads: number };

const firstNames =
  'anna,annika,hannah,joanna,ben,bernd,clara,david,dora,elena,emil,frida,georg,helga,ida,jonas,karl,lena,lukas,maria,marta,nils,olga,paul,petra,rosa,sven,tara,ulf,vera';
const syllables =
  'ber,mann,stein,hof,wald,bach,mei,schul,kra,len,dorf,sen,ner,hal,vog,zim,win,ros,tal,burg';

/** Of 13 records 10 are leads and 3 are people; a company has 15 people. */
export async function fill(
  sql: postgres.Sql,
  workspaceId: string,
  records: number,
): Promise<Filled> {
  const people = Math.round((records * 3) / 13);
  const leads = Math.round((records * 10) / 13);
  const companies = Math.max(1, Math.round(people / 15));
  const word = (n: string) => `(string_to_array('${syllables}', ','))[1 + (${n}) % 20]`;
  const first = `(string_to_array('${firstNames}', ','))[1 + n % 30]`;
  const last = `${word('n / 30')} || ${word('n / 600')} || ${word('n * 7')}`;
  const domain = (n: string) =>
    `${word(n)} || ${word(`${n} / 20`)} || ${word(`${n} / 400`)} || (${n}) || '.example'`;
  await sql.unsafe(
    `insert into companies (workspace_id, id, is_test, domain, name, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), false, ${domain('n')}, initcap(${word('n')} || ' ' || ${word('n / 20')}) || ' AG', now(), now()
     from generate_series(1, $2::integer) n`,
    [workspaceId, companies],
  );
  await sql.unsafe(
    `insert into identities (workspace_id, id, is_test, visitor_id, email, name, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), false, gen_random_uuid(),
            ${first} || '.' || ${last} || n || '@' || ${domain(`(1 + n % ${companies})`)}, initcap(${first} || ' ' || ${last}), now(), now()
     from generate_series(1, $2::integer) n`,
    [workspaceId, people],
  );
  await sql.unsafe(
    `insert into leads (workspace_id, id, is_test, visitor_id, identity_id, code, source, opened_by, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), false, visitor_id, case when place % 3 = 0 then id end,
            upper(substr(md5(place::text), 1, 4) || '-' || substr(md5(place::text), 5, 4)), 'website', 'api',
            now() - place * interval '10 seconds', now()
     from (select id, visitor_id, row_number() over () as n from identities where workspace_id = $1::uuid) i
     cross join lateral generate_series(n, $2::integer, $3::integer) place`,
    [workspaceId, leads, people],
  );
  return { people, companies, leads };
}

/** As people type them: 3 to 10 characters from the beginnings of names, addresses, domains and codes. */
export async function typedTexts(
  sql: postgres.Sql,
  workspaceId: string,
  isInside: boolean,
): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select text from (
      (select split_part(name, ' ', 2) as text from identities where workspace_id = ${workspaceId} limit 400)
      union all (select name from identities where workspace_id = ${workspaceId} limit 400)
      union all (select email from identities where workspace_id = ${workspaceId} limit 400)
      union all (select domain from companies where workspace_id = ${workspaceId} limit 200)
      union all (select code from leads where workspace_id = ${workspaceId} limit 200)
    ) t order by md5(text)`;
  return rows.map(({ text }, place) =>
    isInside ? text.slice(1, 5 + (place % 4)).trim() : text.slice(0, 3 + (place % 8)).trim(),
  );
}
