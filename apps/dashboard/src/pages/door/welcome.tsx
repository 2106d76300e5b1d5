import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { askDoor } from '../../api/door.ts';
import { useSpeech } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { keepLanguage } from '../../shell/choose-language.ts';
import { useGoOn } from '../../shell/next-place.ts';
import { type AccountFields, AccountForm } from './account-form.tsx';
import { Door } from './door.tsx';

/** The first account, by the link that a start prints. */
export function WelcomePage() {
  const { token = '' } = useSearch({ from: '/app/welcome' });
  const { messages, language } = useSpeech();
  const { door } = messages;
  const base = useBase();
  const goOn = useGoOn();
  const making = useMutation({
    mutationFn: async (fields: AccountFields) => {
      await askDoor(base, 'welcome', { body: { token, ...fields } });
      await keepLanguage(base, language);
    },
    onSuccess: goOn,
  });
  return (
    <Door title={door.welcome.title} text={door.welcome.text}>
      <AccountForm
        submit={door.welcome.submit}
        wrong={door.welcome.used}
        isPending={making.isPending}
        fault={making.error}
        onSubmit={making.mutate}
      />
    </Door>
  );
}
