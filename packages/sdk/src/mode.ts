/**
 * Whether the script stores and reads nothing before consent. The build of cookieless.js makes it true; in each of the two
 * what the other does is left out.
 */
export const cookieless: boolean = false;
