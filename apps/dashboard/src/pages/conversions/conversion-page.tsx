import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function ConversionPage() {
  const { conversions } = useMessages();
  return <Page title={conversions.title}>{null}</Page>;
}
