import { cookieless } from './mode.ts';
import { createStore } from './store.ts';
import type { Choice, ConsentState, Options } from './types.ts';

export interface Consent {
  /** Read each time: another tab may have changed it. */
  state(): ConsentState;
  /** The visitor's own choice; without storage it lasts as long as the page. */
  choose(choice: Choice): void;
}

export const watchConsent = ({ gpc, consent }: Options): Consent => {
  const store = createStore();
  const refused =
    gpc !== 'ignore' && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const unsaid = cookieless || consent === 'required' ? 'pending' : 'granted';
  const otherwise = refused ? 'denied' : unsaid;
  if (!cookieless) store.keep();

  return {
    state: () => (store.read('consent') as Choice | undefined) ?? otherwise,
    choose(choice) {
      if (cookieless && choice === 'granted') store.keep();
      store.set('consent', choice);
    },
  };
};
