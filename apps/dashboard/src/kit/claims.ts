/** Evidence for the service's claims about a visitor or visit. */
import { useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';

export type Claim = AnswerOf<'GET /visitors/{id}/evidence'>['data']['claims'][number];

/** Undefined while loading. */
export function useVisitorClaims(id: string): Claim[] | undefined {
  return useRead('GET /visitors/{id}/evidence', { params: { id } }).data?.data.claims;
}

export function useSessionClaims(id: string): Claim[] | undefined {
  return useRead('GET /sessions/{id}/evidence', { params: { id } }).data?.data.claims;
}

export function claimOf(claims: Claim[] | undefined, name: 'bot' | 'source'): Claim | undefined {
  return claims?.find(({ claim }) => claim === name);
}
