/** How long people stay signed in, as set by the operator. */
export interface SessionLifetime {
  /** Without a request. */
  idleMinutes: number;
  /** In total, however active. */
  maxHours: number;
}

export const usualLifetime: SessionLifetime = { idleMinutes: 7 * 1440, maxHours: 30 * 24 };
