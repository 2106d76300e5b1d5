/** The account of a signed-in user, as returned by /auth. Accounts belong to no workspace and have no REST operations. */

/** How a session was started. `totp`: password and code; `link`: one-time link. */
export const proofs = ['password', 'totp', 'passkey', 'oidc', 'link'] as const;
export type Proof = (typeof proofs)[number];

/** Operations with `freshProof` work for this long after a sign-in or password confirmation. */
export const proofMinutes = 10;

/** `GET /auth/session`. */
export interface OwnAccount {
  user: {
    id: string;
    email: string;
    name: string;
    username: string;
    avatar: string;
    language: string;
  };
  has_password: boolean;
  has_totp: boolean;
  passkeys: number;
  /** The account can also sign in at the operator's identity provider. */
  has_provider: boolean;
  /** How the session was started. */
  proved_by: Proof;
}

/** One of `GET /auth/sessions`: a signed-in browser. */
export interface OwnSession {
  id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  ip: string;
  user_agent: string;
  proved_by: Proof;
  /** The session of this request. */
  is_current: boolean;
}

/** Security events visible to the owner of an account. */
export const ownEventLimits = { days: 90, most: 1000 };

/** One of `GET /auth/security-events`, newest first. */
export interface OwnEvent {
  id: string;
  at: string;
  /** Name as in the security log, such as sign_in.failed. */
  event: string;
  /** `refused`: too many attempts. */
  outcome: 'success' | 'failure' | 'refused';
  /** A factor, a session, or the method of the sign-in. */
  subject: string;
  /** Shortened; '' when unknown, like the device. */
  address: string;
  device: string;
  /** Attempts in one minute from one address. */
  attempts: number;
}
