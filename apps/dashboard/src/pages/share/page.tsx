import { useTitle } from '../../kit/use-title.ts';
import { useMessages } from '../../messages/language.tsx';

export function SharePage() {
  const { share } = useMessages();
  useTitle(share.title);
  return <main id="content">{null}</main>;
}
