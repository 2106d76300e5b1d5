/** A small site with a known history, for the questions of the guide. */
import { readFile } from 'node:fs/promises';

/** The questions of the guide: heading and text of each. */
export async function guideQuestions(): Promise<[string, string][]> {
  const url = new URL('../../../../docs/guides/questions.md', import.meta.url);
  const sections = (await readFile(url, 'utf8')).split(/^## /m).slice(1);
  return sections.map((section) => {
    const [title = ''] = section.split('\n', 1);
    return [title, section];
  });
}

export const questionSite = 'https://www.shop.example';
const ago = (days: number, minutes = 0) =>
  new Date(Date.now() - days * 86_400_000 + minutes * 60_000).toISOString();
const people = { ann: 1, bob: 2, eve: 3, tom: 4, someone: 5 };
export const questionVisitor = (who: keyof typeof people) =>
  `0190cccc-0000-7000-8000-00000000000${people[who]}`;
const german = '91.64.1.1';
const american = '8.8.8.8';

const view = (
  who: keyof typeof people,
  path: string,
  timestamp: string,
  context: { ip: string; referrer?: string; campaign?: object },
) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: questionVisitor(who),
  timestamp,
  context: {
    page: { url: questionSite + path, title: path, referrer: context.referrer },
    ...context,
  },
});
const named = (who: keyof typeof people, email: string, timestamp: string) => ({
  type: 'identify',
  visitor_id: questionVisitor(who),
  email,
  timestamp,
});

/** `campaignAt`: when Bob came by the campaign, in the month of the questions. */
export function questionHistory(campaignAt: string): object[] {
  return [
    // Ann, of Acme, from Germany: the prices twice, and nothing more.
    view('ann', '/pricing', ago(3), { ip: german }),
    view('ann', '/pricing?plan=team', ago(2), { ip: german }),
    named('ann', 'ann@acme.example', ago(2, 1)),
    // Bob, of Beta, from Germany as well: the prices twice, and he bought.
    view('bob', '/', campaignAt, {
      ip: german,
      campaign: { source: 'google', medium: 'cpc', name: 'spring' },
    }),
    view('bob', '/pricing', ago(2), { ip: german }),
    view('bob', '/pricing', ago(2, 1), { ip: german }),
    named('bob', 'bob@beta.example', ago(2, 2)),
    {
      ...{ type: 'conversion', name: 'purchase', value: 120, currency: 'EUR' },
      ...{ visitor_id: questionVisitor('bob'), timestamp: ago(2, 3) },
    },
    // Eve, of Gamma, from elsewhere, came two months ago only.
    view('eve', '/pricing', ago(60), { ip: american }),
    view('eve', '/pricing', ago(60, 1), { ip: american }),
    named('eve', 'eve@gamma.example', ago(60, 2)),
    // Somebody at Siemens, who said nothing.
    view('someone', '/pricing', ago(1), { ip: '192.35.17.1' }),
    // Tom asked an assistant, and is here now.
    view('tom', '/docs', ago(0, -1), { ip: american, referrer: 'https://chatgpt.com/' }),
  ];
}
