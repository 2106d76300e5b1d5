/** The part of ua-parser-js 1.0 that is used; that version comes without types of its own. */
declare module 'ua-parser-js' {
  export class UAParser {
    constructor(userAgent: string);
    getBrowser(): { name: string | undefined };
    getOS(): { name: string | undefined; version: string | undefined };
    getDevice(): { type: string | undefined; model: string | undefined };
  }
}
