import type { AnswerOf } from '../../api/routes.ts';

export type ApiKey = AnswerOf<'GET /keys'>['data'][number];
/** With the whole text, shown once. */
export type NewApiKey = AnswerOf<'POST /keys'>['data'];
export type SigningSecret = AnswerOf<'GET /signing-secrets'>['data'][number];

/** Its author, after the time; empty for somebody who left. */
export function makerText({ type, name }: ApiKey['created_by'], command: string): string {
  const who = type === 'command' ? command : name;
  return who && ` · ${who}`;
}
