export type { Client } from '../client.ts';

/** Features of the second file. */
export type ExtraName =
  | 'outbound'
  | 'downloads'
  | 'forms'
  | 'clicks'
  | 'scroll'
  | 'missing'
  | 'vitals'
  | 'tcf'
  | 'gcm'
  | 'gpc';

export interface ExtraOptions {
  /** Features to enable, such as 'outbound downloads'. */
  extras?: string;
  /** Sites to hand visitors over to, and accept them from: 'example.org shop.example.net'. */
  domains?: string;
  /** Required TCF purposes, instead of 1 8 9. */
  purposes?: string;
  /** '404': this is an error page. */
  status?: string;
}

/** URL without query and fragment, which often contain personal data and keys. */
export const bareAddress = ({ origin, pathname }: { origin: string; pathname: string }): string =>
  (origin + pathname).slice(0, 1024);
