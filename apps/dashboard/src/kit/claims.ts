/** Why the service claims of a visitor or a visit what it claims. */
import { useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';

export type Claim = AnswerOf<'GET /visitors/{id}/evidence'>['data']['claims'][number];

/** Undefined until they are known. */
export function useVisitorClaims(id: string): Claim[] | undefined {
  return useRead('GET /visitors/{id}/evidence', { params: { id } }).data?.data.claims;
}

export function useSessionClaims(id: string): Claim[] | undefined {
  return useRead('GET /sessions/{id}/evidence', { params: { id } }).data?.data.claims;
}

export function claimOf(claims: Claim[] | undefined, name: 'bot' | 'source'): Claim | undefined {
  return claims?.find(({ claim }) => claim === name);
}
