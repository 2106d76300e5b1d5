/**
 * How sure it is that a visit is a bot's, by the weightiest of the reasons that `detectBot` gives. These are orders, not measurements: a name
 * is said by the bot itself, two things that speak against a browser may both have another cause.
 */
export function botConfidence([first = '']: readonly string[]): number {
  if (first === 'set by hand') return 1;
  if (first.startsWith('user agent names')) return 0.99;
  if (first.startsWith('Sec-CH-UA names')) return 0.95;
  if (first === 'user agent of no browser' || first === 'no user agent') return 0.9;
  return 0.8;
}

/** How sure it is that none of the rules overlooked one: programs are run in data centres as a rule. */
export function humanConfidence(connection: string): number {
  return connection === 'hosting' ? 0.6 : 0.9;
}
