import { ShareDialog } from '../../kit/share-dialog.tsx';
import { useMessages } from '../../messages/language.tsx';
import type { OverviewState } from './overview-search.ts';
import { ShareForm } from './share-form.tsx';

interface ShareOverviewDialogProps {
  state: OverviewState;
  onClose: () => void;
}

/** Makes a link to what the page shows. */
export function ShareOverviewDialog({ state, onClose }: ShareOverviewDialogProps) {
  const { share } = useMessages();
  return (
    <ShareDialog
      title={share.dialog}
      text={share.text}
      form={(onMade) => <ShareForm state={state} onMade={onMade} />}
      onClose={onClose}
    />
  );
}
