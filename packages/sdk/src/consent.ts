import type { Choice, ConsentState, Options } from './types.ts';

const place = 'footfall.consent';
let chosenHere: Choice | undefined;

/** The visitor's own choice, read each time: another tab may have changed it. */
function chosen(): Choice | undefined {
  try {
    const choice = localStorage[place];
    if (choice === 'granted' || choice === 'denied') return choice;
  } catch {
    // Storage refused: the choice lasts as long as the page.
  }
  return chosenHere;
}

export function consentState(options: Options): ConsentState {
  const refused =
    options.gpc !== 'ignore' &&
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const otherwise = options.consent === 'required' ? 'pending' : 'granted';
  return chosen() ?? (refused ? 'denied' : otherwise);
}

export function rememberChoice(choice: Choice): void {
  chosenHere = choice;
  try {
    localStorage[place] = choice;
  } catch {
    // As above.
  }
}
