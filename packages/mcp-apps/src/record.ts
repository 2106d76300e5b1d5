/** The view of the tool `get`: a lead as a card, a company with its people's activity, any other record as fields. */
import { make, show } from './elements.ts';
import { countOf, type Fields, isFields, plain, recordsOf, textOf } from './fields.ts';
import { connect, type Host } from './host.ts';
import { facts, heading, score, section, timeline } from './parts.ts';
import { fieldsOf, start } from './start.ts';

const shownAbove = ['name', 'domain', 'workspace_id'];

function showRecord(fields: Fields, host: Host): void {
  const record = isFields(fields.record) ? fields.record : {};
  const kind = textOf(fields, 'kind');
  if (kind === 'lead') void showLead(fields, record, host);
  else {
    const title = textOf(record, 'name', 'email', 'domain', 'code', 'id');
    show(
      heading(kind, title, fields.link, host),
      facts(record, title === textOf(record, 'name') ? ['name'] : shownAbove),
      score(fields.score),
      timeline(fields.activity, kind === 'company'),
      evidence(fields.evidence),
    );
  }
}

/** Person and company are in other records: fetched if the client allows it. */
async function showLead(fields: Fields, lead: Fields, host: Host): Promise<void> {
  drawLead(fields, lead, {}, host);
  const [person, company] = await Promise.all([
    ask(host, 'person', lead.identity_id, ['score', 'activity']),
    ask(host, 'company', lead.company_id, []),
  ]);
  if (person || company) drawLead(fields, lead, { person, company }, host);
}

async function ask({ callTool }: Host, kind: string, id: unknown, include: string[]) {
  if (!callTool || typeof id !== 'string') return undefined;
  const answer = await callTool('get', { kind, id, include }).catch(() => undefined);
  return answer && !answer.isError ? fieldsOf(answer) : undefined;
}

interface Others {
  person?: Fields | undefined;
  company?: Fields | undefined;
}

function drawLead(fields: Fields, lead: Fields, { person, company }: Others, host: Host): void {
  const who = isFields(person?.record) ? person.record : {};
  const firm = isFields(company?.record) ? company.record : {};
  const title = textOf(who, 'name', 'email') || textOf(lead, 'code', 'id');
  show(
    heading('lead', title, fields.link, host),
    firm.id !== undefined && make('p.firm', textOf(firm, 'name', 'domain')),
    facts({ ...pick(who, ['email', 'last_seen']), ...lead }, ['updated_at']),
    score(person?.score),
    timeline(person?.activity, false),
  );
}

function pick(record: Fields, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, textOf(record, name)]));
}

/** Evidence that these people belong to the company. */
function evidence(value: unknown): HTMLElement | undefined {
  const records = recordsOf(value);
  if (records.length === 0) return undefined;
  const lines = records.map((record) =>
    make(
      'li',
      make('span.points', `${Math.round(countOf(record, 'confidence') * 100)} %`),
      make('span', `${plain(record.kind).replaceAll('_', ' ')} ${textOf(record, 'value')}`),
    ),
  );
  return section('Why this company', make('ul.reasons', ...lines));
}

start(connect, showRecord);
