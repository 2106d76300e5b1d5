/** One request with its target exactly as it is given: `fetch` would tidy it up. */
import { request } from 'node:http';
import type { Harness } from './harness.ts';

export interface RawAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

export function rawRequest(
  h: Pick<Harness, 'url'>,
  method: string,
  target: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(h.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: target, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body === '' ? undefined : body);
  });
}
