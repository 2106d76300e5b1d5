/** `schema`: available fields of kinds that the key may read. */
import { type AgentKind, agentLimits } from '@footfall/contract/agent';
import { channels } from '@footfall/contract/channels';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { filterFields, filterRelations, type RecordKind } from '@footfall/contract/filter-fields';
import { originOf } from '@footfall/contract/origins';
import { personas, stages } from '@footfall/contract/personalities';
import type { TSchema } from 'typebox';
import { mayRun } from '../operations/agent-desk.ts';
import type { Reply } from './answers.ts';
import { valuesOf } from './field-values.ts';
import { itemOf, ownNames } from './list-tool.ts';
import type { AgentSession } from './session.ts';
import { includesOf, listOf, offeredKinds, recordOf } from './uses.ts';

export async function describeData(
  session: AgentSession,
  { kind, field }: { kind?: AgentKind; field?: string },
): Promise<Reply> {
  const kinds = offeredKinds('schema', session.permissions);
  if (kind && !kinds.includes(kind)) {
    throw new ApiError(
      'forbidden',
      `This key cannot read ${kind}. It can read: ${kinds.join(', ')}.`,
    );
  }
  if (field !== undefined) {
    if (!kind) throw invalidRequest([{ path: 'kind', message: 'is required with field' }]);
    return valuesOf(session, kind, field);
  }
  const structured = kind ? describeKind(session, kind) : describeKinds(session, kinds);
  return { structured, text: 'Available data.', rows: 0, isOfVisitors: false };
}

function describeKinds(session: AgentSession, kinds: AgentKind[]) {
  const listed = offeredKinds('list', session.permissions);
  const read = offeredKinds('get', session.permissions);
  return {
    now: new Date(session.now).toISOString(),
    kinds: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          list: listed.includes(kind),
          get: read.includes(kind),
          include: includable(session, kind),
        },
      ]),
    ),
    limits: {
      tokens: agentLimits.usualTokens,
      most_tokens: agentLimits.mostTokens,
      records_without_dry_run: agentLimits.recordsAtOnce,
    },
  };
}

function includable({ permissions }: AgentSession, kind: AgentKind): string[] {
  return includesOf(kind)
    .filter(({ operation }) => mayRun(operation, permissions))
    .map(({ use }) => use.include);
}

function describeKind(session: AgentSession, kind: AgentKind): Record<string, unknown> {
  const list = listOf(kind);
  const behind = list ?? recordOf(kind);
  if (!behind) throw invalidRequest([{ path: 'kind', message: 'has no records' }]);
  const query = (list?.operation.query?.properties ?? {}) as Record<string, Declared>;
  const parameters = Object.entries(query).filter(([name]) => !ownNames.has(name));
  return {
    kind,
    fields: fieldsOf(itemOf(behind)),
    told_unless_asked: list?.use.fields,
    ...filtersOf(query.filter?.['x-filter']),
    sort: query.sort?.enum?.filter((name) => !name.startsWith('-')),
    parameters: Object.fromEntries(
      parameters.map(([name, { description = '', enum: ownValues, items }]) => {
        const values = ownValues ?? items?.enum;
        return [name, values ? `${values.join(', ')}: ${brief(description)}` : brief(description)];
      }),
    ),
    include: includable(session, kind),
  };
}

interface Declared {
  description?: string;
  enum?: string[];
  items?: { enum?: string[] };
  type?: string | string[];
  format?: string;
  'x-filter'?: RecordKind;
}

/** Fields with few possible values. */
const words: Record<string, readonly string[]> = {
  channel: channels,
  stage: stages,
  persona: personas,
};

function filtersOf(about: RecordKind | undefined) {
  if (!about) return {};
  return {
    filter_fields: filterFields[about],
    filter_through: filterRelations[about],
    filter_words: Object.fromEntries(
      Object.entries(words).filter(([name]) => name in filterFields[about]),
    ),
    filter_language:
      'field = value, !=, <, >, field:part, IN (a, b), field:* (has a value), AND, OR, NOT, parentheses; related records: company.name; did("page_view", path = "/pricing*", at least 2, within 30d); * in quotes matches any characters',
  };
}

/** Type and meaning by field; visitors' text is under `untrusted`. */
function fieldsOf(record: TSchema): Record<string, string> {
  const { properties } = record as unknown as { properties: Record<string, TSchema & Declared> };
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== 'workspace_id')
      .map(([name, schema]) => {
        const { type, format, description = '' } = schema;
        const trust = originOf(schema) === 'visitor' ? 'untrusted ' : '';
        return [name, `${trust}${format ?? [type].flat().join('|')}: ${brief(description)}`];
      }),
  );
}

/** The first sentence. */
function brief(description: string): string {
  return (/^.*?[.;](?=\s|$)/.exec(description)?.[0] ?? description).slice(0, 160);
}
