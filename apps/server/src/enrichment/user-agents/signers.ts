/**
 * Signers of requests by Web Bot Auth: the header `Signature-Agent` has the URL of the keys, as `"https://chatgpt.com"` or
 * `sig1="https://chatgpt.com"`. Read without verification: the keys are remote.
 */

interface Signer {
  name: string;
  operator: string;
}

/** Agents that act for a person, by the keys' host or a parent domain. */
const acting: Record<string, Signer> = {
  'chatgpt.com': { name: 'ChatGPT agent', operator: 'OpenAI' },
  'agent.bot.goog': { name: 'Google-Agent', operator: 'Google' },
  'browserbase.com': { name: 'Browserbase', operator: 'Browserbase' },
  'anchorbrowser.io': { name: 'Anchor Browser', operator: 'Anchor' },
};

/** The host in the header, in lower case; empty without one. */
export function signerHost(signatureAgent: string): string {
  const [, host = ''] =
    /^(?:[\w.*-]{1,40}=)?"?https:\/\/([a-z0-9.-]{1,100})(?=[/:"?;]|$)/i.exec(signatureAgent) ?? [];
  return host.toLowerCase();
}

export function actingSigner(host: string): Signer | undefined {
  const parts = host.split('.');
  for (let from = 0; from < parts.length - 1; from += 1) {
    const domain = parts.slice(from).join('.');
    if (Object.hasOwn(acting, domain)) return acting[domain];
  }
  return undefined;
}
