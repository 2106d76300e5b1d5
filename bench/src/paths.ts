import { fileURLToPath } from 'node:url';

/** The repository; this file runs as bench/dist/paths.js. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
