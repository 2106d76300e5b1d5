import { operations } from '@footfall/contract/operations';

/** HTTP methods in use on any path. */
export const takenMethods: string[] = [
  ...new Set([
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
    ...Object.values(operations).map((one) => one.method),
  ]),
].sort();
