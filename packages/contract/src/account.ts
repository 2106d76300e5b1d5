/** What somebody who signed in sees of their own account, as /auth tells it. It is of no workspace, and no operation. */

/** By what a session was begun: `totp` stands for a password and a code, `link` for a one-time link. */
export const proofs = ['password', 'totp', 'passkey', 'oidc', 'link'] as const;
export type Proof = (typeof proofs)[number];

/** For so long after a proof a session may do what `freshProof` protects. */
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
  /** The account signs in at the operator's provider as well. */
  has_provider: boolean;
  /** By what the session was begun. */
  proved_by: Proof;
}

/** One of `GET /auth/sessions`: a browser in which somebody is signed in. */
export interface OwnSession {
  id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  ip: string;
  user_agent: string;
  proved_by: Proof;
  /** The one that asks. */
  is_current: boolean;
}

/** Of what happened to an account, its owner sees so much. */
export const ownEventLimits = { days: 90, most: 1000 };

/** One of `GET /auth/security-events`: what happened to the account, the newest first. */
export interface OwnEvent {
  id: string;
  at: string;
  /** As the security log names it: sign_in.failed. */
  event: string;
  /** `refused`: there were too many tries. */
  outcome: 'success' | 'failure' | 'refused';
  /** A factor, a session, or how the sign-in was proved. */
  subject: string;
  /** Shortened; '' where it is not known, like the device. */
  address: string;
  device: string;
  /** In one minute from one address. */
  attempts: number;
}
