/** The view of the tool `get`: a lead as a card, a company with what its people did, and any other record plainly. */
import { make, show } from './elements.ts';
import { connect, type Host } from './host.ts';
import { facts, heading, score, section, timeline } from './parts.ts';
import { start, toldBy } from './start.ts';
import { countOf, type Fields, isFields, plain, recordsOf, textOf } from './told.ts';

const shownAbove = ['name', 'domain', 'workspace_id'];

function showRecord(told: Fields, host: Host): void {
  const record = isFields(told.record) ? told.record : {};
  const kind = textOf(told, 'kind');
  if (kind === 'lead') void showLead(told, record, host);
  else {
    const title = textOf(record, 'name', 'email', 'domain', 'code', 'id');
    show(
      heading(kind, title, told.link, host),
      facts(record, title === textOf(record, 'name') ? ['name'] : shownAbove),
      score(told.score),
      timeline(told.activity, kind === 'company'),
      evidence(told.evidence),
    );
  }
}

/** Who it is and where they work stands in other records: they are asked for where the client lets a view ask. */
async function showLead(told: Fields, lead: Fields, host: Host): Promise<void> {
  drawLead(told, lead, {}, host);
  const [person, company] = await Promise.all([
    ask(host, 'person', lead.identity_id, ['score', 'activity']),
    ask(host, 'company', lead.company_id, []),
  ]);
  if (person || company) drawLead(told, lead, { person, company }, host);
}

async function ask({ callTool }: Host, kind: string, id: unknown, include: string[]) {
  if (!callTool || typeof id !== 'string') return undefined;
  const answer = await callTool('get', { kind, id, include }).catch(() => undefined);
  return answer && !answer.isError ? toldBy(answer) : undefined;
}

interface Others {
  person?: Fields | undefined;
  company?: Fields | undefined;
}

function drawLead(told: Fields, lead: Fields, { person, company }: Others, host: Host): void {
  const who = isFields(person?.record) ? person.record : {};
  const firm = isFields(company?.record) ? company.record : {};
  const title = textOf(who, 'name', 'email') || textOf(lead, 'code', 'id');
  show(
    heading('lead', title, told.link, host),
    firm.id !== undefined && make('p.firm', textOf(firm, 'name', 'domain')),
    facts({ ...pick(who, ['email', 'last_seen']), ...lead }, ['updated_at']),
    score(person?.score),
    timeline(person?.activity, false),
  );
}

function pick(record: Fields, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, textOf(record, name)]));
}

/** Why it is said that these are people of the company. */
function evidence(told: unknown): HTMLElement | undefined {
  const records = recordsOf(told);
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
