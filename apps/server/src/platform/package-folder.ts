/** The server package's folder; the same from sources, compiled and bundled code. */
export const packageFolder = new URL('../../', import.meta.url);
