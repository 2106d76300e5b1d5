/** Folder of the bundled program (scripts/bundle.mjs). */
export const bundledFolder = 'apps/server/dist/bundled';
