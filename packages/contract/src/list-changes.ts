/** Many put on a list, or taken off, at once: everybody of whom a filter is true. Each can be undone. */
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

/** Of one change; more is a matter for a list that keeps itself. */
export const mostMatched = 250_000;
/** So many are done in the answer. */
export const matchedAtOnce = 5_000;
/** Of all changes that can still be undone, of a workspace. */
export const mostRemembered = 5_000_000;
/** Not finished yet, of a workspace. */
export const mostUnfinished = 10;
/** How long a change can be undone. */
export const undoHours = 24;

const actions = ['add', 'remove'] as const;
export type ListChangeAction = (typeof actions)[number];
export const listChangeActions: readonly ListChangeAction[] = actions;

const stages = ['running', 'done', 'undoing', 'undone'] as const;
/** How far the work is; whether it goes on is told by its job. */
export type ListChangeStage = (typeof stages)[number];
export const listChangeStages: readonly ListChangeStage[] = stages;

const states = [...stages, 'failed', 'undo_failed'] as const;
export type ListChangeState = (typeof states)[number];

/** Of whom the filter is, with the kind of record. Of leads their people are meant, or visitors where nobody is known. */
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
      'Of whom the filter is. Of leads their people are meant, or their visitors where nobody is known.',
  });

const ActionName = (description: string) =>
  Type.Unsafe<ListChangeAction>(Type.String({ enum: [...actions], description }));

export const ListChange = Closed({
  id: Nullable(Uuid('Assigned by the service.'), 'Null of one that was only tried.'),
  list_id: Uuid('The list.'),
  action: ActionName('Whether they are put on the list or taken off.'),
  of: SubjectName(),
  state: Type.Unsafe<ListChangeState>(
    Type.String({
      enum: [...states],
      description:
        'running and undoing: in the background, `seen` tells how far. done. undone: those whom it changed are on the list, or off it, as before. failed and undo_failed: it was given up on the way, after `seen`; it can be tried again, and what failed be undone.',
    }),
  ),
  reason: Nullable(
    fromService(Type.String({ description: 'What it failed with the last time, without values.' })),
    'Null where nothing failed, or its job was dropped. While it is running or undoing it is tried again by itself.',
  ),
  matched: Type.Integer({ description: 'How many visitors and people it is about, exactly.' }),
  seen: Type.Integer({ description: 'How many of them were looked at so far.' }),
  changed: Type.Integer({
    description: 'How many were put on the list, or taken off; the others were so already.',
  }),
  created_at: Timestamp('When it was asked for: as of then the filter was true.'),
  created_by: Nullable(Maker('Who asked for it.'), 'Null of one that was only tried.'),
  undo_until: Nullable(Timestamp('Until when it can be undone.'), 'Null where it cannot.'),
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
    summary: 'List changes of lists that were made at once',
    description: `Newest first, for ${undoHours} hours.`,
    scopes: ['lists:write'],
    roles,
    feature,
    query: pageOfList({
      list_id: Uuid('Only changes of this list.'),
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
    summary: 'Put everybody on a list, or take them off, of whom a filter is true',
    description: `As of now: who comes later is not meant. Up to ${matchedAtOnce} it is done in the answer; more, up to ${mostMatched}, in the background. With dry_run nothing is changed, and \`matched\` is exact.`,
    scopes: ['lists:write'],
    roles,
    feature,
    body: writeBody(
      ListChange,
      {
        list_id: Uuid('A list that is kept by hand.'),
        action: ActionName('Put them on the list, or take them off.'),
        of: SubjectName(),
        filter: Type.Unsafe<string | Record<string, unknown>>({
          type: ['string', 'object'],
          maxLength: filterLimits.length,
          additionalProperties: true,
          description:
            'Of those of whom this is true, text or a JSON tree; absent or empty: of everybody.',
        }),
        test: Type.Boolean({ description: 'Of test data instead of live data.' }),
        bots: Type.Boolean({ description: 'Of visitors: the bots instead of people.' }),
        dry_run: Type.Boolean({ description: 'Only count.' }),
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
      advice: 'ask for less, such as a shorter `within`, or a page that was seen',
    },
    status: 200,
    ok: recordOf(ListChange),
  }),
  getListChange: operation({
    id: 'getListChange',
    method: 'GET',
    path: '/list-changes/{id}',
    tag,
    summary: 'See how far a change of a list is',
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
    summary: 'Undo a change of a list',
    description: `Within ${undoHours} hours: whom it put on the list is taken off, and whom it took off is put on it again. Also of one that is still running, or failed on the way. What somebody did with these members meanwhile is undone with it. A second time it changes nothing.`,
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
    summary: 'Go on with a change of a list that failed',
    description:
      'From where it stopped, or with its undo. One that waits to be tried again is tried at once. Where nothing failed it changes nothing.',
    scopes: ['lists:write'],
    roles,
    feature,
    params: idParams,
    status: 200,
    ok: recordOf(ListChange),
  }),
};
