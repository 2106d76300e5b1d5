import { ShareDialog } from '../../kit/share-dialog.tsx';
import { useMessages } from '../../messages/language.tsx';
import type { OverviewState } from './overview-search.ts';
import { ShareForm } from './share-form.tsx';

interface ShareOverviewDialogProps {
  state: OverviewState;
  onClose: () => void;
}

/** Creates a link to the page's content. */
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
