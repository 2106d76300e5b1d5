/** A typed client of the REST API: paths, parameters, bodies and answers as the OpenAPI document has them. */
import createOpenApiClient, { type Client } from 'openapi-fetch';
import { type AllInit, allRecords, type ListPath, type RecordOf } from './pages.ts';
import { persistent } from './retries.ts';
import type { components, paths } from './schema.ts';

// biome-ignore lint/performance/noBarrelFile: the package has one door
export { type FailureCode, FootfallError, unwrap } from './errors.ts';

export interface FootfallClient extends Client<paths> {
  /**
   * Every record of a list, asked for page by page as they are taken:
   * `for await (const lead of footfall.all('/leads', { params: { query: { source: 'campaign' } } }))`
   */
  all<Path extends ListPath>(
    path: Path,
    ...init: AllInit<Path>
  ): AsyncGenerator<RecordOf<Path>, void, undefined>;
}

export type Schemas = components['schemas'];

export interface ClientOptions {
  /** Where the service is, such as https://leads.example.com. */
  baseUrl: string;
  /** A secret key, svc_sk_…. */
  key: string;
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds to wait for an answer, for each try; 30,000 by default. */
  timeoutMs?: number;
  /** How often a request is sent that may be sent again; 4 by default, 1: never again. */
  maxTries?: number;
}

/**
 * `const { data, error } = await createClient({ baseUrl, key }).GET('/leads', { params: { query: { limit: 10 } } })`
 */
export function createClient({
  baseUrl,
  key,
  fetch = (request) => globalThis.fetch(request),
  timeoutMs = 30_000,
  maxTries = 4,
}: ClientOptions): FootfallClient {
  const client = createOpenApiClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    headers: { authorization: `Bearer ${key}` },
    fetch: persistent(fetch, { timeoutMs, maxTries }),
  });
  return Object.assign(client, {
    all: <Path extends ListPath>(path: Path, ...init: AllInit<Path>) =>
      allRecords(client, path, ...init),
  });
}
