import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * What the script meets in the world: a website on one origin, and on another a service that
 * writes down what arrives and answers as the test says.
 */
interface Message {
  type: string;
  message_id: string;
  visitor_id: string;
  session_id: string;
  timestamp: string;
  name?: string;
  action?: string;
  engaged_ms?: number;
  context: {
    page?: { url: string; title: string; referrer: string };
    campaign?: Record<string, string>;
    click_ids?: Record<string, string>;
    [field: string]: unknown;
  };
  [field: string]: unknown;
}

interface Received {
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  url: string;
  headers: IncomingMessage['headers'];
  body: { batch: Message[]; sent_at: string };
  status: number;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface Recorder {
  /** The website; every path is a page. */
  site: string;
  /** The service. */
  host: string;
  received: Received[];
  /** Messages of all answered requests, in order, each once. */
  messages(): Message[];
  /** Of one kind: an event's or conversion's name, or a session's action, or a type. */
  named(name: string): Message[];
  answer: (request: Received) => Answer | 'hang up';
  /** What the page holds in its head; `tag` is the usual script tag. */
  head: string;
  /** Of a page of the website. */
  status: number;
  tag(attributes?: string): string;
  close(): Promise<void>;
}

const scripts = ['/sdk.js', '/extra.js', '/cookieless.js', '/index.js'];
const built = (path: string) => readFileSync(new URL(`../dist${path}`, import.meta.url));
export const writeKey = 'svc_pk_test';

export async function startRecorder(): Promise<Recorder> {
  const received: Received[] = [];
  const service = await listen((request, response) => {
    const { origin = '*', 'sec-fetch-site': from } = request.headers;
    // As the service does it.
    const cors = {
      ...(from === 'cross-site'
        ? { 'Access-Control-Allow-Origin': '*' }
        : {
            'Access-Control-Allow-Origin': origin,
            'Access-Control-Allow-Credentials': 'true',
          }),
      'Access-Control-Allow-Headers': 'Content-Type, X-Svc-Key',
      'Access-Control-Expose-Headers': 'Retry-After',
    };
    if (request.url && scripts.includes(request.url)) {
      response
        .writeHead(200, { 'Content-Type': 'text/javascript', ...cors })
        .end(built(request.url));
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(204, cors).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry: Received = {
        at: Date.now(),
        url: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()),
        status: 0,
      };
      received.push(entry);
      const answer = recorder.answer(entry);
      if (answer === 'hang up') {
        request.socket.destroy();
        return;
      }
      entry.status = answer.status;
      response.writeHead(answer.status, { ...cors, ...answer.headers }).end(answer.body ?? '{}');
    });
  });
  const site = await listen((request, response) => {
    const title = (request.url ?? '/').split('?')[0];
    response
      .writeHead(recorder.status, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Page ${title}</title>${recorder.head}<a href="/next">next</a>`);
  });

  const recorder: Recorder = {
    site: addressOf(site),
    host: addressOf(service),
    received,
    messages() {
      const stored = received.filter((entry) => entry.status === 200);
      const all = stored.flatMap((entry) => entry.body.batch);
      return [...new Map(all.map((message) => [message.message_id, message])).values()];
    },
    named: (name) =>
      recorder
        .messages()
        .filter((message) => [message.name, message.action, message.type].includes(name)),
    answer: () => ({ status: 200 }),
    head: '',
    status: 200,
    tag: (attributes = '') =>
      `<script async src="${addressOf(service)}/sdk.js" data-key="${writeKey}" ${attributes}></script>`,
    async close() {
      await Promise.all([service, site].map(closeServer));
    },
  };
  recorder.head = recorder.tag();
  return recorder;
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
