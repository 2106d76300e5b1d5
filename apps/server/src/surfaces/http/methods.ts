import { operations } from '@footfall/contract/operations';

/** The HTTP methods that some address of the service takes. */
export const takenMethods: string[] = [
  ...new Set([
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
    ...Object.values(operations).map((one) => one.method),
  ]),
].sort();
