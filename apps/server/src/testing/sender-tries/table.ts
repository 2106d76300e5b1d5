/** The tables of docs/guides/senders.md, read as they stand, by row and sender. */
import { readFile } from 'node:fs/promises';

export const senders = ['segment', 'rudderstack', 'posthog', 'umami', 'plausible'] as const;
export type Sender = (typeof senders)[number];

export interface Cell {
  /** The first cell of its row. */
  row: string;
  sender: Sender;
  /** What the cell has as code: names of fields, events and calls. */
  names: string[];
}

const guide = new URL('../../../../../docs/guides/senders.md', import.meta.url);

/** Of both tables, without the cells of senders that have no such thing. */
export async function cellsOfTheGuide(): Promise<Cell[]> {
  const text = await readFile(guide, 'utf8');
  const [, part = ''] = text.split(/^## What becomes what$/m);
  const [tables = ''] = part.split(/^## /m);
  const lines = tables.split('\n').filter((line) => line.startsWith('|'));
  return lines
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .flatMap(([row = '', ofBoth = '', ...others]) =>
      [ofBoth, ofBoth, ...others.slice(0, 3)].map((text, at) => ({
        row,
        text,
        sender: senders[at],
      })),
    )
    .flatMap(({ row, text, sender }) => {
      const isHead = row === 'Sent' || row === 'Dropped' || row.startsWith('---');
      if (sender === undefined || isHead || text === '') return [];
      return [{ row, sender, names: namesIn(text, sender) }];
    });
}

/** `Segment's …, RudderStack's …` in the cell that both share: each has its own. */
function namesIn(text: string, sender: Sender): string[] {
  const own = { segment: /Segment's ([^,]*)/, rudderstack: /RudderStack's ([^,]*)/ };
  const named = sender in own ? own[sender as keyof typeof own].exec(text)?.[1] : undefined;
  return [...(named ?? text).matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
