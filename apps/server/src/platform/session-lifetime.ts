/** How long people stay signed in. */
/** As the operator decides. */
export interface SessionLifetime {
  /** Without a request. */
  idleMinutes: number;
  /** From its beginning, however much it is used. */
  maxHours: number;
}

export const usualLifetime: SessionLifetime = { idleMinutes: 7 * 1440, maxHours: 30 * 24 };
