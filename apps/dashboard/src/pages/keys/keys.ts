import type { AnswerOf } from '../../api/routes.ts';

export type ApiKey = AnswerOf<'GET /keys'>['data'][number];
/** With the whole text, which is told this once. */
export type NewApiKey = AnswerOf<'POST /keys'>['data'];
export type SigningSecret = AnswerOf<'GET /signing-secrets'>['data'][number];
