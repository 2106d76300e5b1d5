import Type, { type Static } from 'typebox';
import { keyKindNames, workspaceRoles } from './access.ts';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
import { Closed, recordOf } from './schema.ts';

export const snippetLimits = {
  /** Write keys that are told: the newest. */
  keys: 20,
  /** Refused messages are counted up to here. */
  refused: 1000,
};

const WriteKey = Closed({
  kind: Type.String({
    enum: keyKindNames.filter((kind) => kind !== 'secret'),
    description: 'Which data it sends: `development` test data, the others live data.',
  }),
  name: fromOperator(Type.String({ description: 'As it was named.' })),
  key: fromService(
    Type.String({ description: 'The key. It is in every page of the website, and no secret.' }),
  ),
});

const Arrived = Closed({
  live: Type.Boolean({ description: 'Anything was stored by a production key.' }),
  test: Type.Boolean({ description: 'Anything was stored by a development key.' }),
});

export const Snippet = Closed(
  {
    script: fromService(Type.String({ description: 'Path of the script, as it is now.' })),
    pinned_script: fromService(Type.String({ description: 'Path at which it stays as it is.' })),
    integrity: fromService(Type.String({ description: 'What browsers check it by at that path.' })),
    extra: fromService(
      Type.String({ description: 'Path of the second file, which pages ask for by data-extras.' }),
    ),
    pinned_extra: fromService(Type.String({ description: 'Path at which it stays as it is.' })),
    extra_integrity: fromService(
      Type.String({ description: 'What browsers check it by at that path.' }),
    ),
    cookieless: fromService(
      Type.String({ description: 'Path of the script that stores nothing before consent.' }),
    ),
    pinned_cookieless: fromService(
      Type.String({ description: 'Path at which it stays as it is.' }),
    ),
    cookieless_integrity: fromService(
      Type.String({ description: 'What browsers check it by at that path.' }),
    ),
    ingest: fromService(Type.String({ description: 'Path that single messages are sent to.' })),
    write_keys: Type.Array(WriteKey, {
      description: `Keys that are not revoked, the newest first, ${snippetLimits.keys} at most.`,
    }),
    arrived: Arrived,
    refused: Type.Integer({
      description: `Messages that were refused in the last 24 hours, counted up to ${snippetLimits.refused}.`,
    }),
  },
  {
    $id: 'Snippet',
    description: 'What a website needs to send, and whether it arrives.',
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
    summary: 'What a website needs to send, and whether it arrives',
    description:
      'The script and how to pin it, the write keys, whether anything was stored yet, and how much was refused of late. Paths are below PUBLIC_URL.',
    scopes: [],
    feature: 'api',
    roles: workspaceRoles,
    status: 200,
    ok: recordOf(Snippet),
  }),
};
