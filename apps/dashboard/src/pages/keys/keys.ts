import type { AnswerOf } from '../../api/routes.ts';

export type ApiKey = AnswerOf<'GET /keys'>['data'][number];
/** With the whole text, which is told this once. */
export type NewApiKey = AnswerOf<'POST /keys'>['data'];
export type SigningSecret = AnswerOf<'GET /signing-secrets'>['data'][number];

/** Who made it, behind when that was; nothing of somebody who has left. */
export function makerText({ type, name }: ApiKey['created_by'], command: string): string {
  const who = type === 'command' ? command : name;
  return who && ` · ${who}`;
}
