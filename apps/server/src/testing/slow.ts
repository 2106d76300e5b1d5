/**
 * How long a test may take that has much to do, on a machine that is busy with other things. The files
 * that say so are started first (slow-first.ts).
 */
export const SLOW = 240_000;
