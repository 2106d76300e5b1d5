/** an identity override: a preview first, then the identity override, with undo. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCall, useOutdate } from '../../api/queries.ts';
import type { AnswerOf, ReadRoute } from '../../api/routes.ts';
import { Fault } from '../../kit/fault.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { sayDone, sayFault, sayUndoable } from '../../kit/toasts.ts';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import { OutcomeTable } from './outcome-table.tsx';

type Outcome = AnswerOf<'POST /identities/{id}/detach'>['data'];

export interface PlannedIdentityOverride {
  /** Identifies this plan. */
  key: string;
  title: string;
  /** Toast text afterwards. */
  done: string;
  /** Undoing has no undo in its toast: the same identity override can be made again. */
  isUndoing?: boolean;
  ask: (isDryRun: boolean) => Promise<Outcome>;
}

/** Routes that depend on who is who. */
const outdated: ReadRoute[] = [
  'GET /identity-overrides',
  'GET /identities',
  'GET /identities/{id}',
  'GET /identities/{id}/activity',
  'GET /identities/{id}/links',
  'GET /identities/{id}/personality',
  'GET /conversions',
  'GET /leads',
  'GET /sessions',
  'GET /suggestions',
  'GET /visitors',
  'GET /visitors/{id}',
];

interface IdentityOverrideDialogProps {
  planned: PlannedIdentityOverride | undefined;
  /** The person of the page. */
  personId: string;
  onClose: () => void;
}

export function IdentityOverrideDialog({
  planned,
  personId,
  onClose,
}: IdentityOverrideDialogProps) {
  const { people, common } = useMessages();
  if (!planned) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={planned.title}
      size="xl"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <Text size="sm">{people.previewText}</Text>
        <Preview planned={planned} personId={personId} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function Preview({
  planned,
  personId,
  onClose,
}: IdentityOverrideDialogProps & { planned: PlannedIdentityOverride }) {
  const { people, common } = useMessages();
  const preview = useQuery({
    queryKey: ['dry run', planned.key],
    queryFn: () => planned.ask(true),
    gcTime: 0,
    staleTime: 0,
  });
  const correct = useCorrect(planned, personId, onClose);
  if (preview.error) {
    return <Fault fault={preview.error} onAgain={() => void preview.refetch()} />;
  }
  if (!preview.data) return <SkeletonBlock height={140} />;
  const { links, leads, conversions } = preview.data.moved;
  return (
    <>
      <Text size="sm" fw={600}>
        {people.moved(links, leads, conversions)}
      </Text>
      <OutcomeTable title={people.before} people={preview.data.before} />
      <OutcomeTable title={people.after} people={preview.data.after} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button loading={correct.isPending} onClick={() => correct.mutate()}>
          {planned.title}
        </Button>
      </Group>
    </>
  );
}

function useCorrect(planned: PlannedIdentityOverride, personId: string, onClose: () => void) {
  const { common } = useMessages();
  const call = useCall();
  const outdate = useOutdate();
  const navigate = useNavigate();
  const { workspace } = useMe();
  const undo = async (id: string) => {
    await call('POST /identity-overrides/{id}/undo', { params: { id }, body: {} });
    await outdate(outdated);
  };
  return useMutation({
    mutationFn: () => planned.ask(false),
    async onSuccess({ identity_override_id: id, after }) {
      onClose();
      if (id === null || planned.isUndoing) sayDone(planned.done);
      else sayUndoable(planned.done, common, () => undo(id));
      await outdate(outdated);
      const survivor = after.find((person) => person.id === personId) ?? after[0];
      if (survivor && survivor.id !== personId) {
        await navigate({ to: `/app/${workspace.id}/people/${survivor.id}` as string });
      }
    },
    onError: (fault) => sayFault(fault, common),
  });
}
