/** Rules for new keys: only secret keys have scopes and origins, and each must state where it may be used. */
import type { KeyKind, PiiMode, Scope } from '@footfall/contract/access';
import type { Issue } from '@footfall/contract/errors';
import { parseInstant } from '@footfall/contract/instant';
import { readOrigin } from './origins.ts';

/** As requested. */
export interface KeyRequest {
  kind: KeyKind;
  name: string;
  scopes?: Scope[] | undefined;
  origins?: string[] | undefined;
  server_only?: boolean | undefined;
  pii?: PiiMode | undefined;
  rate_limit_per_minute?: number | null | undefined;
  /** As ISO 8601. */
  expires_at?: string | null | undefined;
}

export interface KeyRights {
  kind: KeyKind;
  name: string;
  scopes: Scope[];
  origins: string[];
  serverOnly: boolean;
  pii: PiiMode;
  rateLimitPerMinute: number | null;
  expiresAt: string | null;
}

/** Its permissions, or errors by field. */
export function readNewKey(request: KeyRequest): KeyRights | Issue[] {
  const { kind, scopes = [], origins = [], server_only: serverOnly, pii = 'shown' } = request;
  const common = {
    kind,
    name: request.name.trim(),
    pii,
    rateLimitPerMinute: request.rate_limit_per_minute ?? null,
    expiresAt: (request.expires_at && parseInstant(request.expires_at)?.iso) ?? null,
  };
  if (common.expiresAt !== null && Date.parse(common.expiresAt) <= Date.now()) {
    return [{ path: 'expires_at', message: 'The expiry time must be in the future.' }];
  }
  if (kind !== 'secret') {
    const isMore = scopes.length > 0 || origins.length > 0 || serverOnly || pii === 'hidden';
    if (!isMore) return { ...common, scopes: [], origins: [], serverOnly: false };
    const rest = `Remove them: a ${kind} key can only send data, from any origin.`;
    const message = `Only secret keys have scopes, origins, server_only and pii. ${rest}`;
    return [{ path: 'kind', message }];
  }
  if (request.scopes === undefined) {
    const message = 'A secret key needs scopes. Use all of them, or only those you need.';
    return [{ path: 'scopes', message }];
  }
  if (origins.length > 0 && serverOnly) {
    const message = 'Set origins for a browser app or server_only, not both.';
    return [{ path: 'server_only', message }];
  }
  const read = origins.map(readOrigin);
  const faults = read.flatMap((one) => ('fault' in one ? [one.fault] : []));
  if (faults.length > 0) return faults.map((message) => ({ path: 'origins', message }));
  return {
    ...common,
    scopes: [...new Set(scopes)],
    origins: [...new Set(read.flatMap((one) => ('origin' in one ? [one.origin] : [])))],
    serverOnly: origins.length === 0,
  };
}
