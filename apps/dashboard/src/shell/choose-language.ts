import { useQueryClient } from '@tanstack/react-query';
import { askDoor } from '../api/door.ts';
import { sayFault } from '../kit/toasts.ts';
import { type Language, useSpeech } from '../messages/language.tsx';
import { useBase } from './base.ts';

/** Speaks it at once, and keeps it with the account: it is the same in every browser. */
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

/** Of whoever is signed in. */
export async function keepLanguage(base: string, language: Language): Promise<void> {
  await askDoor(base, 'update-user', { body: { language } });
}
