import '@mantine/core/styles/Divider.css';
import { type SharedTablePage, sharedTableOf } from '@footfall/contract/shared-tables';
import type { View } from '@footfall/contract/views';
import { Button, Divider, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { usePeriod } from '../shell/frame-context.tsx';
import { Fault } from './fault.tsx';
import { Protection, RangeChoice, ShareName, useEndsToday } from './share-fields.tsx';
import { ShareList } from './share-list.tsx';
import { type NewShare, ShareMade } from './share-made.tsx';
import { rangeOf, type ShareTerms, termsOf } from './share-terms.ts';

interface ShareViewDialogProps {
  page: SharedTablePage;
  view: View;
  onClose: () => void;
}

/** Makes a link to a saved view, of the days that its page shows, and lists those that there are. */
export function ShareViewDialog({ page, view, onClose }: ShareViewDialogProps) {
  const { share, common } = useMessages();
  const [made, setMade] = useState<NewShare>();
  if (made) return <ShareMade made={made} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={share.viewDialog(view.name)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="md">
        <Text size="sm">{share.viewText}</Text>
        <ViewForm page={page} view={view} onMade={setMade} />
        <Divider />
        <ShareList />
      </Stack>
    </Modal>
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
  const hasPeriod = sharedTableOf(page)?.period !== undefined;
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
