import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function SettingsPage() {
  const { settings } = useMessages();
  return <Page title={settings.title}>{null}</Page>;
}
