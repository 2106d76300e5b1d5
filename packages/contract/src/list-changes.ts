/** Bulk changes of a list: add or remove all matches of a filter. Each can be undone. */
import Type, { type Static } from 'typebox';
import { filterLimits } from './filter.ts';
import { Maker } from './maker.ts';
import { operation } from './operation.ts';
import { fromService } from './origins.ts';
import {
  Closed,
  idParams,
  listOf,
  Nullable,
  ordered,
  pageOfList,
  recordOf,
  Timestamp,
  Uuid,
  writeBody,
} from './schema.ts';

/** Most matches of one change; larger sets need a self-updating list. */
export const mostMatched = 250_000;
/** Up to this many matches, the change finishes before the response. */
export const matchedAtOnce = 5_000;
/** Most members in all changes of a workspace that can still be undone. */
export const mostRemembered = 5_000_000;
/** Most unfinished changes of a workspace. */
export const mostUnfinished = 10;
/** Time to undo a change. */
export const undoHours = 24;

const actions = ['add', 'remove'] as const;
export type ListChangeAction = (typeof actions)[number];
export const listChangeActions: readonly ListChangeAction[] = actions;

const stages = ['running', 'done', 'undoing', 'undone'] as const;
/** Progress of the change; its job shows whether it is still running. */
export type ListChangeStage = (typeof stages)[number];
export const listChangeStages: readonly ListChangeStage[] = stages;

const states = [...stages, 'failed', 'undo_failed'] as const;
export type ListChangeState = (typeof states)[number];

/** What the filter matches, with the record kind. A lead stands for its person, or for its visitor if anonymous. */
export const changeSubjects = {
  visitors: 'visitor',
  identities: 'identity',
  leads: 'lead',
} as const;
export type ChangeSubject = keyof typeof changeSubjects;

const SubjectName = () =>
  Type.Unsafe<ChangeSubject>({
    type: 'string',
    enum: Object.keys(changeSubjects),
    description:
      'What the filter matches. Leads stand for their people, or for their visitors if anonymous.',
  });

const ActionName = (description: string) =>
  Type.Unsafe<ListChangeAction>(Type.String({ enum: [...actions], description }));

export const ListChange = Closed({
  id: Nullable(Uuid('Assigned by the service.'), 'Null for a dry run.'),
  list_id: Uuid('The list.'),
  action: ActionName('add: add matches to the list. remove: remove them.'),
  of: SubjectName(),
  state: Type.Unsafe<ListChangeState>(
    Type.String({
      enum: [...states],
      description:
        'running and undoing: in progress; `seen` shows how far. done: finished. undone: all changes were reversed. failed and undo_failed: stopped after `seen` members; retry or undo it.',
    }),
  ),
  reason: Nullable(
    fromService(Type.String({ description: 'Error of the last attempt, without values.' })),
    'Null without an error, or if the job was dropped. Running changes are retried automatically.',
  ),
  matched: Type.Integer({ description: 'Exact number of matching visitors and people.' }),
  seen: Type.Integer({ description: 'Number processed so far.' }),
  changed: Type.Integer({
    description: 'Number added or removed. The others needed no change.',
  }),
  created_at: Timestamp('When the change was requested. The filter is evaluated as of this time.'),
  created_by: Nullable(Maker('Who requested it.'), 'Null for a dry run.'),
  undo_until: Nullable(Timestamp('Undo is possible until then.'), 'Null if it cannot be undone.'),
});
export type ListChange = Static<typeof ListChange>;

const roles = ['admin', 'member'] as const;
const [tag, feature] = ['Lists', 'lists'] as const;

export const listChangeOperations = {
  listListChanges: operation({
    id: 'listListChanges',
    method: 'GET',
    path: '/list-changes',
    tag,
    summary: 'List bulk changes of lists',
    description: `Returns the newest first. Covers the last ${undoHours} hours.`,
    scopes: ['lists:write'],
    roles,
    feature,
    query: pageOfList({
      list_id: Uuid('Only bulk changes of this list.'),
      ...ordered(['created_at']),
    }),
    status: 200,
    ok: listOf(ListChange),
  }),
  createListChange: operation({
    id: 'createListChange',
    method: 'POST',
    path: '/list-changes',
    tag,
    summary: 'Add or remove all matches of a filter',
    description: `Changes a manual list once; later matches are not added. Up to ${matchedAtOnce} matches finish before the response, up to ${mostMatched} in the background. With \`dry_run\`, only counts the matches.`,
    scopes: ['lists:write'],
    roles,
    feature,
    body: writeBody(
      ListChange,
      {
        list_id: Uuid('A manual list.'),
        action: ActionName('add: add matches to the list. remove: remove them.'),
        of: SubjectName(),
        filter: Type.Unsafe<string | Record<string, unknown>>({
          type: ['string', 'object'],
          maxLength: filterLimits.length,
          additionalProperties: true,
          description: 'Filter as text or a JSON tree. Absent or empty: everybody.',
        }),
        test: Type.Boolean({ description: 'true: match test data instead of live data.' }),
        bots: Type.Boolean({
          description: 'true: match bots instead of people. Only for visitors.',
        }),
        dry_run: Type.Boolean({ description: 'true: only count matches.' }),
      },
      ['list_id', 'action', 'of'],
    ),
    bodyExample: {
      list_id: '01a1f844-3333-7c3e-9d52-3b1f60a7c003',
      action: 'add',
      of: 'visitors',
      filter: 'country = Germany',
      dry_run: true,
    },
    limit: {
      seconds: 10,
      path: 'body.filter',
      advice: 'narrow the filter, for example with a shorter `within` or a page',
    },
    status: 200,
    ok: recordOf(ListChange),
  }),
  getListChange: operation({
    id: 'getListChange',
    method: 'GET',
    path: '/list-changes/{id}',
    tag,
    summary: 'Get a bulk change of a list',
    scopes: ['lists:write'],
    roles,
    feature,
    params: idParams,
    status: 200,
    ok: recordOf(ListChange),
  }),
  undoListChange: operation({
    id: 'undoListChange',
    method: 'POST',
    path: '/list-changes/{id}/undo',
    tag,
    summary: 'Undo a bulk change of a list',
    description: `Removes the added members and adds the removed ones, within ${undoHours} hours. Also works for running and failed changes. Overwrites later changes to these members. Undoing twice has no effect.`,
    scopes: ['lists:write'],
    roles,
    feature,
    params: idParams,
    status: 200,
    ok: recordOf(ListChange),
  }),
  retryListChange: operation({
    id: 'retryListChange',
    method: 'POST',
    path: '/list-changes/{id}/retry',
    tag,
    summary: 'Retry a failed bulk change of a list',
    description:
      'Continues a failed change or undo where it stopped. A change waiting for a retry starts now. Has no effect on others.',
    scopes: ['lists:write'],
    roles,
    feature,
    params: idParams,
    status: 200,
    ok: recordOf(ListChange),
  }),
};
