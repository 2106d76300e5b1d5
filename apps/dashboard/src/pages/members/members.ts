import type { AnswerOf } from '../../api/routes.ts';

/** By decreasing permissions. */
export const roles = ['admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

export type Member = AnswerOf<'GET /users'>['data'][number];
export type Invitation = AnswerOf<'GET /invitations'>['data'][number];
/** With the link, shown once. */
export type MadeInvitation = AnswerOf<'POST /invitations'>['data'];
