/** The ingest endpoints: what websites and backends send. */
import {
  IngestAnswer,
  ingestLimits,
  MessageContext,
  messageSchemas,
  VisitorResolveAnswer,
  VisitorResolveQuestion,
} from '@footfall/contract/ingest';
import { websiteSnippet } from '@footfall/contract/website-snippet';
import { nodeSample, pythonIngestSample } from './client-samples.ts';
import { codeBlock } from './code-block.ts';
import { curl } from './curl.ts';
import { type Field, fieldsOf, fieldTable, type JsonSchema } from './fields.ts';
import { type Html, html } from './html.ts';
import { inline, markdown } from './markdown.ts';
import { requestSamples } from './request-samples.ts';

const visitor = '01a1f843-753c-76b8-835a-667c2bb1be56';
const session = '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10';

const pageView = {
  type: 'event',
  name: 'page_view',
  visitor_id: visitor,
  context: { page: { url: 'https://www.example.com/pricing', title: 'Pricing' } },
};

const identify = {
  type: 'identify',
  visitor_id: visitor,
  email: 'ada@example.com',
  name: 'Ada Lovelace',
};

const result = (index: number, id: string) => ({
  index,
  message_id: id,
  status: 'accepted',
  visitor_id: visitor,
  session_id: session,
});

interface Endpoint {
  id: string;
  path: string;
  title: string;
  text: string;
  /** Fields of the body; those of a message have a table of their own. */
  fields?: JsonSchema;
  answerFields?: JsonSchema;
  body: unknown;
  answer: unknown;
  /** The request with the clients. */
  typescript(url: string): string;
  python(url: string): string;
}

const endpoints: Endpoint[] = [
  {
    id: 'send-message',
    path: '/ingest',
    title: 'Send a message',
    text: 'The body is one [message](#messages). A message that is refused is a 200 too: see `rejected` and `results[].error`.',
    answerFields: IngestAnswer.properties.data as JsonSchema,
    body: pageView,
    answer: {
      data: {
        accepted: 1,
        duplicates: 0,
        rejected: 0,
        results: [result(0, '01a1f843-8001-7a3b-9c1d-52f0a7b6d3e4')],
      },
    },
    typescript: (url) => nodeSample([pageView], url),
    python: (url) => pythonIngestSample([pageView], url),
  },
  {
    id: 'send-batch',
    path: '/ingest/batch',
    title: 'Send many messages',
    text: 'One bad message never sinks the others: each has its own result. The answer is that of [one message](#send-message).',
    fields: {
      required: ['batch'],
      properties: {
        batch: { type: 'array', items: { type: 'message' }, description: 'The messages.' },
        sent_at: {
          format: 'instant',
          type: 'string',
          description: "When it was sent by the sender's clock; by it a wrong clock is noticed.",
        },
        context: { type: 'object', description: 'The default for every message.' },
      },
    },
    body: {
      batch: [pageView, identify],
    },
    answer: {
      data: {
        accepted: 2,
        duplicates: 0,
        rejected: 0,
        results: [
          result(0, '01a1f843-8001-7a3b-9c1d-52f0a7b6d3e4'),
          result(1, '01a1f843-8001-7a3b-9c1d-5c9c4f7f2b6a'),
        ],
      },
    },
    typescript: (url) => nodeSample([pageView, identify], url),
    python: (url) => pythonIngestSample([pageView, identify], url),
  },
  {
    id: 'visitor-resolve',
    path: '/visitor-resolve',
    title: 'Ask about a visitor',
    fields: VisitorResolveQuestion as JsonSchema,
    text: 'What is known of a visitor without telling who it is: never an email address, a name or traits. Nothing is stored.',
    answerFields: VisitorResolveAnswer.properties.data as JsonSchema,
    body: { visitor_id: visitor },
    answer: {
      data: {
        visitor_id: visitor,
        session_id: session,
        is_new_visitor: false,
        is_new_session: false,
        company: null,
        location: { city: 'Munich', country: 'Germany' },
        lists: [],
      },
    },
    // No client has it: websites ask, and the browser script does that by itself.
    typescript: (url) => `const response = await fetch('${url}/visitor-resolve', {
  method: 'POST',
  headers: { 'X-Svc-Key': 'svc_pk_…' },
  body: JSON.stringify({ visitor_id: '${visitor}' }),
});
const { data } = await response.json();
console.log(data);`,
    python: (url) => `import httpx

response = httpx.post(
    "${url}/visitor-resolve",
    headers={"X-Svc-Key": "svc_pk_…"},
    json={"visitor_id": "${visitor}"},
)
print(response.json()["data"])`,
  },
];

export const ingestLinks = endpoints.map(({ id, title }) => ({
  href: `#${id}`,
  label: title,
  method: 'POST',
}));

export function ingestSection(url: string, script: string): Html {
  const snippet = websiteSnippet({ src: `${url}${script}`, key: 'svc_pk_…' });
  return html`<section aria-labelledby="ingest-title" id="ingest">
<h2 id="ingest-title"><a class="anchor" href="#ingest">Ingest</a></h2>
<div class="entry">
<div class="text">
${markdown(introduction)}
</div>
<div class="examples">${codeBlock('In every page of the website', snippet)}</div>
</div>
${endpoints.map((endpoint) => endpointSection(url, endpoint))}
${messages()}
</section>
`;
}

const introduction = `The browser script sends to these endpoints by itself. Backends send to them directly.

The write key (\`svc_pk_…\`, or \`svc_dev_…\` for test data) comes in the header \`X-Svc-Key\`, or as \`?key=\` from a beacon, which
cannot set headers. The body is JSON, whatever its content type says, plain or with \`Content-Encoding: gzip\`.

An answer comes after the messages are stored. The most at once: ${ingestLimits.messagesPerBatch.toLocaleString('en')} messages, ${mebibytes(ingestLimits.wireBytes)} on the wire,
${mebibytes(ingestLimits.unpackedBytes)} unpacked; beyond it is a 413. A message has at most ${ingestLimits.messageBytes / 1024} KiB and a depth of
${ingestLimits.depth}; one beyond is rejected by itself.`;

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}

function endpointSection(url: string, endpoint: Endpoint): Html {
  const { id, path, title, text, fields, answerFields, body, answer } = endpoint;
  const headers = ['X-Svc-Key: svc_pk_…'];
  return html`<section class="entry" id="${id}" aria-labelledby="${id}-title">
<div class="text">
<h3 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h3>
<p class="route"><span class="method post">POST</span> <code>${new URL(url + path).pathname}</code></p>
${markdown(text)}
${table('Body, JSON', fields, true)}
${table('Fields of data in the answer', answerFields, false)}
</div>
<div class="examples">
${requestSamples({
  curl: curl({ method: 'POST', url: url + path, headers, body }),
  TypeScript: endpoint.typescript(url),
  Python: endpoint.python(url),
})}
${codeBlock('Answer, 200', JSON.stringify(answer, null, 2))}
</div>
</section>
`;
}

function table(title: string, schema: JsonSchema | undefined, isInput: boolean): Html | undefined {
  if (!schema) return undefined;
  return html`<h4>${title}</h4>
${fieldTable(title, fieldsOf(schema), isInput)}`;
}

function messages(): Html {
  return html`<section id="messages" aria-labelledby="messages-title">
<h3 id="messages-title"><a class="anchor" href="#messages">Messages</a></h3>
<p>A message names whom it is about: by <code>visitor_id</code>, or by <code>email</code> or <code>user_id</code>. Names that are not listed here are ignored.</p>
<h4>In every message</h4>
${fieldTable('Fields of every message', common, true)}
${Object.entries<JsonSchema>(messageSchemas as Record<string, JsonSchema>).map(
  ([type, schema]) => html`<h4 id="message-${type}">${type}</h4>
<p>${inline(schema.description ?? '')}</p>
${fieldTable(`Fields of ${type}`, ownFields(schema), true)}
`,
)}
<h4 id="message-context">context</h4>
${fieldTable('Fields of context', fieldsOf(MessageContext as JsonSchema), false)}
</section>
`;
}

function isSame(one: Field, other: Field): boolean {
  return one.name === other.name && JSON.stringify(one.schema) === JSON.stringify(other.schema);
}

/** Not those of the context, which has a table of its own. */
function topFields(schema: JsonSchema): Field[] {
  return fieldsOf(schema).filter(({ name }) => !name.includes('.'));
}

// A session's message has its own session_id, which it needs.
const { session: _, ...usual } = messageSchemas;
const [events = [], ...others] = Object.values(usual).map((schema) =>
  topFields(schema as JsonSchema),
);
const common = events.filter((field) =>
  others.every((fields) => fields.some((other) => isSame(field, other))),
);

function ownFields(schema: JsonSchema): Field[] {
  return topFields(schema).filter((field) => !common.some((other) => isSame(field, other)));
}
