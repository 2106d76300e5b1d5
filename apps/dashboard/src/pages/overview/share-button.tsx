import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../kit/icons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay } from '../../shell/frame-context.tsx';
import type { OverviewState } from './overview-search.ts';

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((all) => ({ default: all.ShareOverviewDialog })),
);

export function ShareButton({ state }: { state: OverviewState }) {
  const { share } = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (!useMay('admin', 'member')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="share" size={14} />}
        onClick={() => setOpen(true)}
      >
        {share.action}
      </Button>
      <Suspense>{isOpen && <ShareDialog state={state} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
