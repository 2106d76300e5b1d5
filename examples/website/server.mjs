#!/usr/bin/env node
/** Serves the example website with the script of your Footfall in it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `Usage: node examples/website/server.mjs --key svc_pk_… [--footfall http://127.0.0.1:8080] [--port 8090] [--host 127.0.0.1]
`;

const files = {
  '/': ['home.html', 'text/html; charset=utf-8'],
  '/pricing': ['pricing.html', 'text/html; charset=utf-8'],
  '/contact': ['contact.html', 'text/html; charset=utf-8'],
  '/style.css': ['style.css', 'text/css; charset=utf-8'],
};

/** As the start prints it, with your own address and key. */
const snippet = `<script>
  window.footfall = window.footfall || [];
  if (!footfall.ids) {
    footfall.ids = function () { return { visitor_id: null, session_id: null }; };
    footfall.status = function () { return { consent: 'pending', queued: footfall.length, dropped: 0 }; };
    ['page', 'track', 'identify', 'conversion', 'consent', 'reset'].forEach(function (name) {
      footfall[name] = function () {
        footfall.length > 4999 || footfall.push([name].concat([].slice.call(arguments)));
      };
    });
  }
</script>
<script async src="{{footfall}}/sdk.js" data-key="{{key}}"></script>`;

/** The website's server, not yet listening. */
export function createWebsite({ footfall, key }) {
  const values = { footfall: footfall.replace(/\/$/, ''), key };
  const pages = new Map(
    Object.entries(files).map(([path, [name, type]]) => {
      const text = readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8');
      const body = text
        .replace('{{snippet}}', snippet)
        .replace(/\{\{(footfall|key)\}\}/g, (_, value) => escapeHtml(values[value]));
      return [path, { body, type }];
    }),
  );
  return createServer((request, response) => {
    const page = pages.get((request.url ?? '/').split('?')[0]);
    if (!page) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else {
      response.writeHead(200, { 'Content-Type': page.type }).end(page.body);
    }
  });
}

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function main() {
  const { values } = parseArgs({
    options: {
      footfall: { type: 'string', default: 'http://127.0.0.1:8080' },
      key: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8090' },
    },
  });
  if (!values.key) throw new Error('--key is missing: the write key that ./footfall start prints.');

  const server = createWebsite({ footfall: values.footfall, key: values.key });
  server.on('error', fail);
  server.listen(Number(values.port), values.host, () => {
    const { address, port } = server.address();
    process.stdout.write(
      `Example website: http://${address}:${port} (sends to ${values.footfall})\n`,
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}

function fail(error) {
  process.stderr.write(`${error.message}\n${usage}`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    fail(error);
  }
}
