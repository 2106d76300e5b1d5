import { Alert, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { Empty } from '../../kit/empty.tsx';
import { useIsChosen } from '../../kit/kind-choice.tsx';
import { Mark } from '../../kit/mark.tsx';
import { Page } from '../../kit/page.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useListState, useMay, useSetSearch } from '../../shell/frame-context.tsx';
import { pageQuery } from '../../shell/list-query.ts';
import { KeyActions } from './key-actions.tsx';
import { KeyText } from './key-text.tsx';
import classes from './keys.module.css';
import { type ApiKey, makerText } from './keys.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { SigningSecrets } from './signing-secrets.tsx';

type Sort = 'created_at' | '-created_at';
type Shown = 'good' | 'revoked';

/** The workspace's keys: for websites that send, and for programs and agents that read. */
export function KeysPage() {
  const { keys } = useMessages();
  const list = useListState({ sort: '-created_at' });
  const shown: Shown = useIsChosen('revoked') ? 'revoked' : 'good';
  const set = useSetSearch();
  const [isMaking, setMaking] = useState(false);
  const mayMake = useMay('admin');
  const keysQuery = useRead(
    'GET /keys',
    {
      query: {
        revoked: shown === 'revoked',
        ...pageQuery<Sort>(list),
      },
    },
    { keepsPrevious: true },
  );
  return (
    <Page
      title={keys.title}
      actions={
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label={keys.shown}
            value={shown}
            data={[
              { value: 'good', label: keys.good },
              { value: 'revoked', label: keys.revoked },
            ]}
            onChange={(event) =>
              set({
                revoked: event.currentTarget.value === 'revoked' || undefined,
                page: undefined,
              })
            }
          />
          {mayMake && <Button onClick={() => setMaking(true)}>{keys.create}</Button>}
        </Group>
      }
    >
      <ExpiringSoon />
      <RecordTable
        label={keys.title}
        columns={useColumns(mayMake)}
        idOf={({ id }) => id}
        {...rowsIn(keysQuery)}
        list={list}
        empty={
          <Empty icon="keys" title={keys.empty} text={keys.emptyText}>
            {mayMake && <Button onClick={() => setMaking(true)}>{keys.create}</Button>}
          </Empty>
        }
      />
      <SigningSecrets mayChange={mayMake} />
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}

function useColumns(mayChange: boolean): Column<ApiKey>[] {
  const { keys, why } = useMessages();
  return [
    {
      id: 'name',
      title: keys.name,
      cell: (key) => (
        <Group gap={6} wrap="nowrap">
          <span>{key.name}</span>
          <ExpiryMark apiKey={key} />
          {key.unused_for_90_days && (
            <Mark look="warn" title={keys.unusedText}>
              {keys.unused}
            </Mark>
          )}
        </Group>
      ),
    },
    { id: 'kind', title: keys.kind, cell: ({ kind }) => keys.kinds[kind], isNarrow: true },
    { id: 'key', title: keys.key, cell: (key) => <KeyText apiKey={key} /> },
    { id: 'may', title: keys.may, cell: (key) => <Rights apiKey={key} /> },
    { id: 'from', title: keys.from, cell: (key) => <UsableFrom apiKey={key} /> },
    {
      id: 'used',
      title: keys.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : keys.never),
    },
    {
      id: 'created',
      title: keys.created,
      sort: 'created_at',
      cell: ({ created_at, created_by }) => (
        <>
          <When at={created_at} />
          {makerText(created_by, why.by.command)}
        </>
      ),
    },
    {
      id: 'expires',
      title: keys.expires,
      isOptional: true,
      cell: ({ expires_at }) => (expires_at ? <When at={expires_at} /> : keys.never),
    },
    {
      id: 'revoked',
      title: keys.revokedAt,
      isOptional: true,
      cell: ({ revoked_at }) => <When at={revoked_at} />,
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            title: keys.actions,
            isNarrow: true,
            staysInView: true,
            cell: (key: ApiKey) => <KeyActions apiKey={key} />,
          },
        ]
      : []),
  ];
}

/** A reminder to replace keys in time. */
function ExpiringSoon() {
  const { keys } = useMessages();
  const keysQuery = useRead('GET /keys', {
    query: { revoked: false, expires_soon: true, limit: 5 },
  });
  const { data = [], pagination } = keysQuery.data ?? {};
  if (data.length === 0) return null;
  return (
    <Alert color="orange" role="status" mb="sm">
      {keys.expiring(pagination?.total ?? 0, data.map(({ name }) => name).join(', '))}
    </Alert>
  );
}

function ExpiryMark({ apiKey: { expires_at, expires_soon, revoked_at } }: { apiKey: ApiKey }) {
  const { keys } = useMessages();
  if (expires_at === null || revoked_at !== null) return null;
  if (expires_soon) return <Mark look="warn">{keys.expiresSoon}</Mark>;
  return new Date(expires_at) <= new Date() ? <Mark look="bad">{keys.expired}</Mark> : null;
}

function Rights({ apiKey: { kind, scopes, pii } }: { apiKey: ApiKey }) {
  const { keys } = useMessages();
  if (kind !== 'secret') return <>{keys.sendOnly}</>;
  return (
    <span className={classes.rights} title={scopes.map((scope) => keys.scopes[scope]).join('\n')}>
      {scopes.join(', ') || '–'}
      {pii === 'hidden' && ` · ${keys.hidesPersonal}`}
    </span>
  );
}

function UsableFrom({ apiKey: { kind, origins, server_only } }: { apiKey: ApiKey }) {
  const { keys } = useMessages();
  if (kind !== 'secret') return <>{keys.anywhere}</>;
  if (server_only || origins.length === 0) return <>{keys.serverOnly}</>;
  return <span title={origins.join('\n')}>{origins.join(', ')}</span>;
}
