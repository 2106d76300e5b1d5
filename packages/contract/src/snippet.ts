import Type, { type Static } from 'typebox';
import { keyKindNames, workspaceRoles } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import { Closed, recordOf } from './schema.ts';

export const snippetLimits = {
  /** Most write keys in the response: the newest. */
  keys: 20,
  /** Rejected events are counted up to this number. */
  refused: 1000,
};

const WriteKey = Closed({
  kind: Type.String({
    enum: keyKindNames.filter((kind) => kind !== 'secret'),
    description: 'Kind of key. `development` keys send test data, all others live data.',
  }),
  name: fromOperator(Type.String({ description: 'Name of the key.' })),
  key: fromService(
    Type.String({ description: 'The key. It is public: every page of the website contains it.' }),
  ),
});

const Arrived = Closed({
  live: Type.Boolean({ description: 'true: data from a production key has arrived.' }),
  test: Type.Boolean({ description: 'true: data from a development key has arrived.' }),
});

export const Snippet = Closed(
  {
    script: fromService(Type.String({ description: 'Path of the current script.' })),
    pinned_script: fromService(
      Type.String({ description: 'Path of this version, which never changes.' }),
    ),
    integrity: fromService(Type.String({ description: 'Integrity hash for the pinned path.' })),
    extra: fromService(
      Type.String({ description: 'Path of the second file, loaded by data-extras.' }),
    ),
    pinned_extra: fromService(
      Type.String({ description: 'Path of this version, which never changes.' }),
    ),
    extra_integrity: fromService(
      Type.String({ description: 'Integrity hash for the pinned path.' }),
    ),
    cookieless: fromService(
      Type.String({
        description: 'Path of the script that stores nothing before consent is given.',
      }),
    ),
    pinned_cookieless: fromService(
      Type.String({ description: 'Path of this version, which never changes.' }),
    ),
    cookieless_integrity: fromService(
      Type.String({ description: 'Integrity hash for the pinned path.' }),
    ),
    ingest: fromService(Type.String({ description: 'Path for single messages.' })),
    write_keys: Type.Array(WriteKey, {
      description: `Active write keys, newest first; at most ${snippetLimits.keys}.`,
    }),
    arrived: Arrived,
    refused: Type.Integer({
      description: `Rejected events in the last 24 hours, counted up to ${snippetLimits.refused}.`,
    }),
  },
  {
    $id: 'Snippet',
    description: 'The script for a website, and whether its data arrives.',
    examples: [
      {
        script: '/sdk.js',
        pinned_script: '/sdk-0123456789abcdef.js',
        integrity: 'sha384-…',
        extra: '/extra.js',
        pinned_extra: '/extra-0123456789abcdef.js',
        extra_integrity: 'sha384-…',
        cookieless: '/cookieless.js',
        pinned_cookieless: '/cookieless-0123456789abcdef.js',
        cookieless_integrity: 'sha384-…',
        ingest: '/ingest',
        write_keys: [{ kind: 'production', name: 'Website', key: 'svc_pk_…' }],
        arrived: { live: true, test: false },
        refused: 0,
      },
    ],
  },
);

export type Snippet = Static<typeof Snippet>;

export const snippetOperations = {
  getSnippet: operation({
    id: 'getSnippet',
    method: 'GET',
    path: '/snippet',
    tag: 'Settings',
    summary: 'Get the script for a website',
    description:
      'Returns the script and how to pin it, the write keys, whether data has arrived, and the number of recently rejected events. Paths are relative to PUBLIC_URL.',
    scopes: [],
    feature: 'api',
    roles: workspaceRoles,
    status: 200,
    ok: recordOf(Snippet),
  }),
};
