/** A typed client of the REST API: paths, parameters, bodies and answers as the OpenAPI document has them. */
import createOpenApiClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export type FootfallClient = Client<paths>;
export type Schemas = components['schemas'];

export interface ClientOptions {
  /** Where the service is, such as https://leads.example.com. */
  baseUrl: string;
  /** A secret key, svc_sk_…. */
  key: string;
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * `const { data, error } = await createClient({ baseUrl, key }).GET('/leads', { params: { query: { limit: 10 } } })`
 */
export function createClient({ baseUrl, key, fetch }: ClientOptions): FootfallClient {
  return createOpenApiClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    headers: { authorization: `Bearer ${key}` },
    ...(fetch && { fetch }),
  });
}
