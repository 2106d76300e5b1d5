/** Where the program lies that is started: few files, made of what is compiled (scripts/bundle.mjs). */
export const bundledFolder = 'apps/server/dist/bundled';
