/** Startup code of all views. */
import { make, show } from './elements.ts';
import { type Fields, isFields } from './fields.ts';
import type { connect, Host } from './host.ts';

type ToolResult = Parameters<Parameters<typeof connect>[0]>[0];

/** With `?text=1`, the same arrives as text. */
export function fieldsOf({ structuredContent, content }: ToolResult): Fields | undefined {
  if (isFields(structuredContent)) return structuredContent;
  try {
    const parsed: unknown = JSON.parse(wordsOf(content));
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function wordsOf(content: ToolResult['content']): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

export function start(connected: typeof connect, draw: (fields: Fields, host: Host) => void): void {
  const say = (words: string) => show(make('p.empty', words));
  say('Loading…');
  connected((result, host) => {
    const fields = fieldsOf(result);
    if (fields && !result.isError) draw(fields, host);
    else say(wordsOf(result.content));
  }, say).catch(() => say('The client does not respond.'));
}
