/** Where the program lies that is started: few files (scripts/bundle.mjs). */
export const bundledFolder = 'apps/server/dist/bundled';
