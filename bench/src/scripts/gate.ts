/*
 * What stands before the service: it gives out the scripts, passes everything else on, counts it, and says 503 when it is told to.
 * A message has arrived when the service answered its request with 2xx.
 */
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { Sender } from './senders.ts';

interface Counted {
  /** Preflights and what asks for settings among them; scripts are not. */
  requests: number;
  /** Bodies, as they came. */
  bytes: number;
  /** What arrived, by its name. */
  probes: Set<string>;
  views: number;
}

export interface Gate {
  /** Of the scripts and the service; pages are at another origin. */
  url: string;
  site: string;
  servicePort: number;
  isAvailable: boolean;
  /** From now on: of this sender. */
  begin(sender: Sender | undefined, key: string): void;
  counted: Counted;
  close(): void;
}

/** A page that calls `probe` a second after it began. */
export const timedPath = '/timed';

export async function startGate(): Promise<Gate> {
  let [current, key]: [Sender | undefined, string] = [undefined, ''];
  const server = createServer((request, response) => {
    if (request.url === `/foreign/${current?.name}.js`) {
      sendScript(request, response, current?.file ?? '');
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => pass(request, response, Buffer.concat(parts)));
  });
  const pages = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const head = current?.head(gate.url, key) ?? '';
    const call =
      url === timedPath ? "<script>setTimeout(() => probe('probe-t'), 1000)</script>" : '';
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title>${head}</head>
      <body><h1>Shop</h1><a href="/pricing">Pricing</a>${call}</body></html>`);
  });
  const pass = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const { method = 'GET', url = '/', headers } = request;
    const isScript = /^\/(?:sdk|extra)[^/]*\.js$/.test(url);
    const { counted } = gate;
    if (!isScript) {
      counted.requests += 1;
      counted.bytes += body.length;
    }
    if (!gate.isAvailable && !isScript) {
      response.writeHead(503, openTo(headers)).end();
      return;
    }
    const onward = forward(
      { port: gate.servicePort, host: '127.0.0.1', method, path: url, headers },
      (answer) => {
        const status = answer.statusCode ?? 502;
        if (method === 'POST' && status < 300) count(counted, textOf(body), current);
        response.writeHead(status, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    onward.end(body);
  };
  const [port, pagesPort] = await Promise.all([listen(server), listen(pages)]);
  const gate: Gate = {
    url: `http://127.0.0.1:${port}`,
    // As websites are named: at an address of numbers a script tries more domains for its cookies.
    site: `http://www.shop.localhost:${pagesPort}`,
    servicePort: 0,
    isAvailable: true,
    counted: nothing(),
    begin(sender, writeKey) {
      [current, key] = [sender, writeKey];
      gate.isAvailable = true;
      gate.counted = nothing();
    },
    close() {
      for (const each of [server, pages]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
  return gate;
}

const nothing = (): Counted => ({ requests: 0, bytes: 0, probes: new Set(), views: 0 });

function count(counted: Counted, text: string, sender: Sender | undefined): void {
  for (const [name] of text.matchAll(/probe-\w+/g)) counted.probes.add(name);
  if (sender) counted.views += text.match(sender.view)?.length ?? 0;
}

/** Plain, gzip, or PostHog's base64 in a form. */
function textOf(body: Buffer): string {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body).toString();
  const text = body.toString();
  const packed = new URLSearchParams(text.startsWith('data=') ? text : '').get('data');
  return packed === null ? text : Buffer.from(packed, 'base64').toString();
}

function openTo({ origin, 'access-control-request-headers': asked }: IncomingMessage['headers']) {
  return {
    'access-control-allow-origin': origin ?? '*',
    'access-control-allow-credentials': 'true',
    ...(asked && { 'access-control-allow-headers': asked }),
  };
}

const encoders = { br: brotliCompressSync, gzip: (text: string) => gzipSync(text, { level: 9 }) };
export type Encoding = keyof typeof encoders;

/** As a web server of today sends a file that does not change: at the highest level. */
function sendScript(request: IncomingMessage, response: ServerResponse, text: string): void {
  const taken = String(request.headers['accept-encoding']);
  const encoding: Encoding = /\bbr\b/.test(taken) ? 'br' : 'gzip';
  response
    .writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': encoding,
      'access-control-allow-origin': '*',
    })
    .end(encoders[encoding](text));
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
