export type { Client } from '../client.ts';

/** What the page may ask of the second file. */
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
  /** Names of what is wanted, such as 'outbound downloads'. */
  extras?: string;
  /** Of sites that the visitor is handed over to, and taken from: 'example.org shop.example.net'. */
  domains?: string;
  /** Purposes of the TCF that have to be consented to, in place of 1 8 9. */
  purposes?: string;
  /** '404': this page stands for one that is not there. */
  status?: string;
}

/** Address without what it carries behind its path: that tells too often of persons and keys. */
export const bareAddress = ({ origin, pathname }: { origin: string; pathname: string }): string =>
  (origin + pathname).slice(0, 1024);
