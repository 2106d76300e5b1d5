/** A typed client of Footfall's REST API. */
import { Operations } from './operations.ts';
import { type FootfallOptions, Transport } from './transport.ts';

// biome-ignore lint/performance/noBarrelFile: the package has one entry point
export { type FailureCode, FootfallError } from './errors.ts';
export type * from './operations.ts';
export type { Page, Records } from './records.ts';
export type { ServerSentEvent } from './server-sent-events.ts';
export {
  type ChangeOptions,
  etag,
  type FootfallOptions,
  type PostOptions,
  type RequestOptions,
} from './transport.ts';

/**
 * @example
 * const footfall = new Footfall({ baseUrl: 'https://footfall.example.com', apiKey: 'svc_sk_…' });
 * const { data } = await footfall.leads.list({ limit: 50 });
 */
export class Footfall extends Operations {
  constructor(options: FootfallOptions) {
    super(new Transport(options));
  }
}
