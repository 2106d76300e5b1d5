/**
 * Whether the script stores and reads nothing before consent. The build of cookieless.js sets it to true; each build drops
 * the other's code.
 */
export const cookieless: boolean = false;
