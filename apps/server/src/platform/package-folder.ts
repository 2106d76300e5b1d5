/** The folder of the server's package: the same from the sources, from what is compiled and from what is bundled. */
export const packageFolder = new URL('../../', import.meta.url);
