/** Form state of a new key, with presets. */
import { type KeyKind, roleScopes, type Scope } from '@footfall/contract/access';
import type { InputOf } from '../../api/routes.ts';

export const presets = ['backend', 'mcp', 'bi', 'website', 'staging', 'own'] as const;
export type Preset = (typeof presets)[number];

export interface KeyDraft {
  kind: KeyKind;
  name: string;
  scopes: Scope[];
  serverOnly: boolean;
  /** One per line. */
  origins: string;
  hidesPersonal: boolean;
  /** Undefined: never expires. */
  lifetimeDays: number | undefined;
}

const reading = roleScopes.viewer;
const secret = {
  kind: 'secret',
  name: '',
  serverOnly: true,
  origins: '',
  hidesPersonal: false,
  lifetimeDays: undefined,
} as const;

/** Offered choices; 0 means never. */
export const lifetimes = [0, 30, 90, 365] as const;

export function presetDraft(preset: Preset): KeyDraft {
  switch (preset) {
    case 'backend':
      return { ...secret, scopes: [...reading, 'leads:write', 'lists:write'] };
    case 'mcp':
      return { ...secret, scopes: [...reading, 'leads:write', 'lists:write', 'mcp'] };
    case 'bi':
      return { ...secret, scopes: [...reading], hidesPersonal: true };
    case 'own':
      return { ...secret, scopes: [] };
    case 'website':
      return { ...secret, kind: 'production', scopes: [], serverOnly: false };
    case 'staging':
      return { ...secret, kind: 'development', scopes: [], serverOnly: false };
  }
}

export function bodyOf(draft: KeyDraft): InputOf<'POST /keys'>['body'] {
  const { kind, scopes, serverOnly, hidesPersonal, lifetimeDays } = draft;
  const name = draft.name.trim();
  const expires_at = lifetimeDays
    ? new Date(Date.now() + lifetimeDays * 86_400_000).toISOString()
    : null;
  if (kind !== 'secret') return { kind, name, expires_at };
  const origins = draft.origins.split(/[\s,]+/).filter((origin) => origin !== '');
  return {
    kind,
    name,
    expires_at,
    scopes,
    pii: hidesPersonal ? 'hidden' : 'shown',
    ...(serverOnly || origins.length === 0 ? { server_only: true } : { origins }),
  };
}
