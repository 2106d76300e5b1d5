import { type SharedTablePage, sharedTableOf } from '@footfall/contract/shared-tables';
import type { View } from '@footfall/contract/views';
import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { usePeriod } from '../shell/frame-context.tsx';
import { Fault } from './fault.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { Protection, RangeChoice, ShareName, useEndsToday } from './share-fields.tsx';
import type { NewShare } from './share-made.tsx';
import { rangeOf, type ShareTerms, termsOf } from './share-terms.ts';

interface ShareViewDialogProps {
  page: SharedTablePage;
  view: View;
  onClose: () => void;
}

/** Creates a link to a saved view, with the page's period. */
export function ShareViewDialog({ page, view, onClose }: ShareViewDialogProps) {
  const { share } = useMessages();
  return (
    <ShareDialog
      title={share.viewDialog(view.name)}
      text={share.viewText}
      form={(onMade) => <ViewForm page={page} view={view} onMade={onMade} />}
      onClose={onClose}
    />
  );
}

interface ViewFormProps {
  page: SharedTablePage;
  view: View;
  onMade: (share: NewShare) => void;
}

function ViewForm({ page, view, onMade }: ViewFormProps) {
  const { share } = useMessages();
  const period = usePeriod();
  const hasPeriod = sharedTableOf(page)?.hasPeriod === true;
  const create = useChange('POST /shares', ['GET /shares']);
  const isRolling = useEndsToday();
  const [terms, setTerms] = useState<ShareTerms>({
    name: view.name,
    isRolling,
    password: '',
    expiry: 'never',
  });
  const change = (changed: Partial<ShareTerms>) => setTerms({ ...terms, ...changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const query = hasPeriod ? rangeOf(terms, period) : { time_zone: period.timeZone };
    create.mutate(
      { input: { body: { page, view_id: view.id, query, ...termsOf(terms) } } },
      { onSuccess: ({ body }) => onMade(body.data) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ShareName terms={terms} change={change} />
        {hasPeriod && <RangeChoice terms={terms} change={change} />}
        <Protection terms={terms} change={change} />
        {create.error && <Fault fault={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={terms.name.trim() === ''} loading={create.isPending}>
            {share.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
