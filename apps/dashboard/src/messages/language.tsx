/** Which language the dashboard speaks, and its messages, of which only one language is loaded. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Messages } from './en.ts';

const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
/** By their own names, which everybody finds. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const remembered = 'footfall-language';

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** As chosen before in this browser, else as the browser asks for it. */
export function firstLanguage(): Language {
  const chosen = localStorage.getItem(remembered);
  const preferred = [chosen, ...navigator.languages].map((text) => text?.slice(0, 2).toLowerCase());
  return preferred.find(isLanguage) ?? 'en';
}

export async function loadMessages(language: Language): Promise<Messages> {
  const { messages } = language === 'de' ? await import('./de.ts') : await import('./en.ts');
  return messages;
}

export interface Speech {
  language: Language;
  messages: Messages;
  speak: (language: Language) => void;
}

const SpeechContext = createContext<Speech | undefined>(undefined);

export function SpeechProvider({ speech, children }: { speech: Speech; children: ReactNode }) {
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(remembered, language);
  document.documentElement.lang = language;
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('there are no messages around this part of the page');
  return speech;
}

export function useMessages(): Messages {
  return useSpeech().messages;
}
