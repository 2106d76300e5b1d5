import { useQueryClient } from '@tanstack/react-query';
import { askDoor } from '../api/door.ts';
import { sayFault } from '../kit/toasts.ts';
import { type Language, useSpeech } from '../messages/language.tsx';
import { useBase } from './base.ts';

/** Switches at once, and saves it with the account for all browsers. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { messages, speak } = useSpeech();
  const base = useBase();
  const queries = useQueryClient();
  return async (language) => {
    speak(language);
    try {
      await keepLanguage(base, language);
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'auth' || queryKey[1] === 'GET /me',
      });
    } catch (fault) {
      sayFault(fault instanceof Error ? fault : new Error(String(fault)), messages.common);
    }
  };
}

/** For the signed-in account. */
export async function keepLanguage(base: string, language: Language): Promise<void> {
  await askDoor(base, 'update-user', { body: { language } });
}
