import type { Share } from '@footfall/contract/shares';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange, useRead } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { Fault } from './fault.tsx';
import { type Line, Lines } from './lines.tsx';
import { Pager, useDialogPages } from './pager.tsx';
import { sayDone, sayFault } from './toasts.ts';
import { When } from './when.tsx';

/** Existing links, with views and expiry. */
export function ShareList() {
  const { share } = useMessages();
  const pages = useDialogPages(10);
  const { limit, offset } = pages;
  const shares = useRead('GET /shares', { query: { limit, offset } }, { keepsPrevious: true });
  const lines = shares.data?.data.map(
    (link): Line => ({
      id: link.id,
      main: link.name,
      note: <Terms link={link} />,
      side: <Delete link={link} />,
    }),
  );
  return (
    <section aria-label={share.links}>
      <Text size="sm" fw={500} mb={4}>
        {share.links}
      </Text>
      {shares.error ? (
        <Fault fault={shares.error} onAgain={() => void shares.refetch()} />
      ) : (
        <Lines label={share.links} lines={lines} empty={share.noLinks} />
      )}
      <Pager pages={pages} total={shares.data?.pagination.total} />
    </section>
  );
}

function Terms({ link }: { link: Share }) {
  const { share } = useMessages();
  return (
    <>
      {share.views(link.views)}
      {link.last_viewed_at && (
        <>
          , {share.lastView} <When at={link.last_viewed_at} />
        </>
      )}
      {link.has_password && ` · ${share.hasPassword}`}
      {link.expires_at && (
        <>
          {' · '}
          {share.endsAt} <When at={link.expires_at} />
        </>
      )}
      {link.created_by.name && ` · ${share.by(link.created_by.name)}`}
    </>
  );
}

/** Deletes on the second click. */
function Delete({ link: { id, name } }: { link: Share }) {
  const { share, common } = useMessages();
  const [isSure, setSure] = useState(false);
  const remove = useChange('DELETE /shares/{id}', ['GET /shares']);
  const onDelete = () => {
    if (!isSure) return setSure(true);
    return remove.mutate(
      { input: { params: { id } } },
      {
        onSuccess: () => sayDone(share.isDeleted(name)),
        onError: (fault) => sayFault(fault, common),
      },
    );
  };
  return (
    <Button
      size="compact-xs"
      variant={isSure ? 'filled' : 'subtle'}
      color="red"
      aria-label={isSure ? share.surely : share.deleteOf(name)}
      loading={remove.isPending}
      onClick={onDelete}
      onBlur={() => setSure(false)}
    >
      {isSure ? share.surely : common.delete}
    </Button>
  );
}
