/** Tools for single records: `get`, `explain`, `fetch`; resources use the same reads. */
import { type AgentKind, agentKinds, type Explained, explained } from '@footfall/contract/agent';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { isUuid } from '@footfall/contract/schema';
import { mayRun } from '../operations/agent-desk.ts';
import { fitted, type Reply, roomOf, tellingOf } from './answers.ts';
import { pageOf } from './links.ts';
import { itemOf, recordsIn } from './list-tool.ts';
import { type AgentSession, readAs } from './session.ts';
import { shownValue } from './shown-value.ts';
import { allowed, type Behind, explainers, includesOf, recordOf } from './uses.ts';

export interface GetArguments {
  kind: AgentKind;
  id: string;
  include?: string[];
  fields?: string[];
  offset?: number;
  max_tokens?: number;
}

const includedAtOnce = 20;

interface Part {
  value: Record<string, unknown> | unknown;
  tokens: number;
  rows: number;
  isOfVisitors: boolean;
}

export async function getRecord(session: AgentSession, input: GetArguments): Promise<Reply> {
  const { kind, id, include = [], fields, offset = 0 } = input;
  const operation = recordOf(kind);
  if (!operation)
    throw invalidRequest([{ path: 'kind', message: 'does not support get. Use list' }]);
  const more = include.map((name) => includedAs(session, kind, name));
  const room = roomOf(input.max_tokens);
  const record = await readRecord(
    session,
    allowed(operation, session.permissions),
    id,
    fields,
    room,
  );
  const parts: [string, Part][] = [];
  let left = room - record.tokens;
  for (const [place, behind] of more.entries()) {
    const share = Math.max(300, left / (more.length - place));
    const part = await readMore(session, behind, id, offset, share);
    left -= part.tokens;
    parts.push([behind.use.include, part]);
  }
  const all = [record, ...parts.map(([, part]) => part)];
  const link = pageOf(session, kind, id);
  return {
    structured: {
      kind,
      ...(link && { link }),
      record: record.value,
      ...Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    },
    text: `One ${kind.replace('_', ' ')}.${more.length === 0 ? nextIncludes(session, kind) : ''}`,
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
    isOfVisitors: all.some(({ isOfVisitors }) => isOfVisitors),
    resourceId: id,
  };
}

function nextIncludes(session: AgentSession, kind: AgentKind): string {
  const names = includesOf(kind)
    .filter(({ operation }) => mayRun(operation, session.permissions))
    .map(({ use }) => use.include);
  return names.length > 0 ? ` Available with include: ${names.join(', ')}.` : '';
}

function includedAs(session: AgentSession, kind: AgentKind, name: string) {
  const includes = includesOf(kind);
  const include = includes.find(({ use }) => use.include === name);
  if (include) return allowed(include, session.permissions);
  const names = includes.map(({ use }) => use.include).join(', ') || 'nothing';
  throw invalidRequest([
    { path: 'include', message: `must be one of these for ${kind}: ${names}` },
  ]);
}

async function readRecord(
  session: AgentSession,
  behind: Behind,
  id: string | undefined,
  fields: readonly string[] | undefined,
  room: number,
  query: Record<string, string | undefined> = {},
): Promise<Part> {
  const { operation } = behind;
  const takesFields = 'fields' in (operation.query?.properties ?? {});
  const wanted =
    takesFields && fields && !fields.includes('*') ? [...new Set(['id', ...fields])] : undefined;
  const { data } = await readAs(session, operation, {
    ...(id !== undefined && { params: { id } }),
    query: { ...query, fields: wanted?.join() },
  });
  const telling = tellingOf(session, 'one');
  const item = itemOf(behind);
  const fit = fitted([data], (record) => shownValue(item, record, telling), room);
  return { value: fit.records[0], tokens: fit.tokens, rows: 1, isOfVisitors: fit.isOfVisitors };
}

/** Related records: as many as fit, and the number left. */
async function readMore(
  session: AgentSession,
  behind: Behind,
  id: string,
  offset: number,
  room: number,
): Promise<Part> {
  const { operation } = behind;
  const isList = 'limit' in (operation.query?.properties ?? {});
  const query = isList ? { limit: includedAtOnce, offset } : {};
  const { data, pagination } = await readAs(session, operation, { params: { id }, query });
  const telling = tellingOf(session, isList ? 'many' : 'one');
  const item = itemOf(behind);
  const fit = fitted(recordsIn(data), (record) => shownValue(item, record, telling), room);
  const { records, tokens, isOfVisitors } = fit;
  if (!isList) return { value: records[0] ?? {}, tokens, rows: 1, isOfVisitors };
  const total = pagination?.total ?? records.length;
  const left = Math.max(0, total - offset - records.length);
  return {
    value: { total, left, ...(left > 0 && { next_offset: offset + records.length }), records },
    tokens,
    rows: records.length,
    isOfVisitors,
  };
}

export interface ExplainArguments {
  what: Explained;
  id?: string;
  from?: string;
  to?: string;
}

export async function explainClaim(session: AgentSession, input: ExplainArguments): Promise<Reply> {
  const { what } = input;
  const behind = explainers(what).map((one) => allowed(one, session.permissions));
  const { id, range } = subjectOf(input);
  const room = roomOf(undefined) / behind.length;
  const parts = await Promise.all(
    behind.map(async (one) => {
      const isList = 'limit' in (one.operation.query?.properties ?? {});
      const part =
        isList && id !== undefined
          ? readMore(session, one, id, 0, room)
          : readRecord(session, one, id, one.use.fields, room, { ...one.use.query, ...range });
      const isBecause = isList || one.operation.path.endsWith('/evidence');
      return { name: isBecause ? 'because' : 'record', part: await part };
    }),
  );
  const rows = parts.reduce((sum, { part }) => sum + part.rows, 0);
  return {
    structured: {
      what,
      ...(id !== undefined && { id }),
      ...Object.fromEntries(parts.map(({ name, part }) => [name, part.value])),
    },
    text: `Evidence for ${what}.`,
    rows,
    isOfVisitors: parts.some(({ part }) => part.isOfVisitors),
    resourceId: id,
  };
}

/** The record, or the range of the workspace's days. @throws ApiError invalid_request */
function subjectOf({ what, id, from, to }: ExplainArguments) {
  const kind = explained[what];
  if (kind === null) {
    if (id === undefined) return { id, range: { from, to } };
    throw invalidRequest([{ path: 'id', message: `is not allowed for ${what}` }]);
  }
  if (id === undefined) {
    throw invalidRequest([{ path: 'id', message: `is required: the id of the ${kind}` }]);
  }
  if (from === undefined && to === undefined) return { id };
  const path = from === undefined ? 'to' : 'from';
  throw invalidRequest([{ path, message: 'is only for completeness' }]);
}

/** `person:UUID`, as search gives it, or `footfall://person/UUID`. */
export function readName(name: string): { kind: AgentKind; id: string } {
  const [, kind, id = ''] = /^(?:footfall:\/\/)?([a-z_]+)[:/]([\w-]+)$/.exec(name) ?? [];
  const match = agentKinds.find((each) => each === kind);
  if (!match || !isUuid(id)) {
    throw new ApiError(
      'not_found',
      'The id is not valid. Use an id from search, such as person:UUID.',
    );
  }
  return { kind: match, id };
}
