/** The ingest endpoints for websites and backends. */
import {
  IngestAnswer,
  ingestLimits,
  MessageContext,
  messageSchemas,
  VisitorResolveAnswer,
  VisitorResolveQuestion,
} from '@footfall/contract/ingest';
import { websiteSnippet } from '@footfall/contract/website-snippet';
import { type Html, html } from '../../platform/common/html.ts';
import { nodeSample, pythonIngestSample } from './client-samples.ts';
import { codeBlock } from './code-block.ts';
import { curl } from './curl.ts';
import { type Field, fieldsOf, fieldTable, type JsonSchema } from './fields.ts';
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
  /** Fields of the body; a message's fields have a separate table. */
  fields?: JsonSchema;
  answerFields?: JsonSchema;
  body: unknown;
  answer: unknown;
  /** The request with a client. */
  typescript(url: string): string;
  python(url: string): string;
}

const endpoints: Endpoint[] = [
  {
    id: 'send-message',
    path: '/ingest',
    title: 'Send a message',
    text: 'The body is one [message](#messages). A rejected message also gets 200: check `rejected` and `results[].error`.',
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
    text: 'Each message has its own result, so one bad message never affects the others. The response is that of [one message](#send-message).',
    fields: {
      required: ['batch'],
      properties: {
        batch: { type: 'array', items: { type: 'message' }, description: 'The messages.' },
        sent_at: {
          format: 'instant',
          type: 'string',
          description: "Time on the sender's clock, to correct a wrong clock.",
        },
        context: { type: 'object', description: 'Default for every message.' },
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
    title: 'Resolve a visitor',
    fields: VisitorResolveQuestion as JsonSchema,
    text: 'Returns company, location and lists of a visitor, but never email, name or traits. Stores nothing.',
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
    // No client has this: websites use it through the browser script.
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
<div class="examples">${codeBlock('On every page of your website', snippet)}</div>
</div>
${endpoints.map((endpoint) => endpointSection(url, endpoint))}
${messages()}
</section>
`;
}

const introduction = `The browser script calls these endpoints for you. Backends call them directly.

Send the write key (\`svc_pk_…\`, or \`svc_dev_…\` for test data) in the header \`X-Svc-Key\`, or as \`?key=\` from a beacon, which
cannot set headers. The body is JSON, whatever its content type, plain or with \`Content-Encoding: gzip\`.

Footfall responds after the messages are stored. A request may have ${ingestLimits.messagesPerBatch.toLocaleString('en')} messages, ${mebibytes(ingestLimits.wireBytes)} compressed and
${mebibytes(ingestLimits.unpackedBytes)} uncompressed; larger requests get 413. A message may have ${ingestLimits.messageBytes / 1024} KiB and a depth of
${ingestLimits.depth}; larger ones are rejected individually.`;

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
${table('JSON body', fields, true)}
${table('Response fields in data', answerFields, false)}
</div>
<div class="examples">
${requestSamples({
  curl: curl({ method: 'POST', url: url + path, headers, body }),
  TypeScript: endpoint.typescript(url),
  Python: endpoint.python(url),
})}
${codeBlock('Response, 200', JSON.stringify(answer, null, 2))}
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
<p>Identify the person with <code>visitor_id</code>, <code>email</code> or <code>user_id</code>. Fields that are not listed here are ignored.</p>
<h4>Every message</h4>
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

/** Without the context's fields, which have a separate table. */
function topFields(schema: JsonSchema): Field[] {
  return fieldsOf(schema).filter(({ name }) => !name.includes('.'));
}

// Session messages require their session_id.
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
