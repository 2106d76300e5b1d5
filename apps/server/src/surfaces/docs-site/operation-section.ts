/** One operation of the REST API: purpose, input, answers and an example. */
import { type ErrorCode, errorCatalogue } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import { type Html, html, join } from '../../platform/common/html.ts';
import { codeBlock } from './code-block.ts';
import { errorLink } from './errors-section.ts';
import { exampleCall } from './example-call.ts';
import { type Field, fieldsOf, fieldTable, type JsonSchema, typeOf } from './fields.ts';
import { markdown } from './markdown.ts';
import type { DocumentedOperation, OpenApiDocument } from './openapi-document.ts';
import { callSamples } from './request-samples.ts';

export interface OperationInReference {
  /** Facts missing in the document: scopes, feature, the format of instants. */
  spec: OperationSpec;
  documented: DocumentedOperation;
  /** The list that the operation exports. */
  listed?: OperationSpec | undefined;
  document: OpenApiDocument;
  /** URL of the service. */
  url: string;
  /** URL of the REST API. */
  apiUrl: string;
}

export function operationSection(operation: OperationInReference): Html {
  const { spec } = operation;
  return html`<section class="entry" id="${spec.id}" aria-labelledby="${spec.id}-title">
<div class="text">
<h3 id="${spec.id}-title"><a class="anchor" href="#${spec.id}">${spec.summary}</a></h3>
<p class="route"><span class="method ${spec.method.toLowerCase()}">${spec.method}</span> <code>${path(operation)}</code></p>
${spec.description && markdown(spec.description)}
${access(spec)}
${input(operation)}
${answers(operation)}
</div>
<div class="examples">
${examples(operation)}
</div>
</section>
`;
}

function path({ spec, apiUrl }: OperationInReference): string {
  return new URL(apiUrl).pathname + spec.path;
}

function access({ scopes, feature }: OperationSpec): Html {
  const codes = scopes.map((scope) => html`<code>${scope}</code>`);
  return html`<dl class="access">
<div><dt>Scope</dt><dd>${scopes.length > 0 ? join(codes, ' or ') : 'none; any secret key works'}</dd></div>
<div><dt>Feature</dt><dd><code>${feature}</code></dd></div>
</dl>`;
}

function input(operation: OperationInReference): Html {
  const { params, body } = operation.spec;
  const headers: Field[] = operation.documented.parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, description, schema }) => ({
      name,
      schema: { ...schema, description },
      isRequired: false,
    }));
  return html`${table('Path parameters', params && fieldsOf(params as JsonSchema))}
${queryTable(operation)}
${table('Headers', headers)}
${table('JSON body', body && fieldsOf(body as JsonSchema))}
${body && hasReadOnly(body as JsonSchema) && html`<p class="rules">Other fields of the record are ignored. Unknown names return an error.</p>`}`;
}

/** A file has its list's parameters: only their names are repeated. */
function queryTable({ spec, listed }: OperationInReference): Html | undefined {
  const fields = spec.query && fieldsOf(spec.query as JsonSchema);
  if (!fields || !listed) return table('Query parameters', fields);
  const shared = new Set(Object.keys(listed.query?.properties ?? {}));
  const names = fields
    .filter(({ name }) => shared.has(name))
    .map(({ name }) => html`<code>${name}</code>`);
  const own = fields.filter(({ name }) => !shared.has(name));
  return html`${table('Query parameters', own)}
<p>As in <a href="#${listed.id}">${listed.summary}</a>: ${join(names, ', ')}.</p>`;
}

function table(title: string, fields: Field[] | undefined): Html | undefined {
  if (!fields || fields.length === 0) return undefined;
  return html`<h4>${title}</h4>
${fieldTable(title, fields, true)}`;
}

function hasReadOnly(body: JsonSchema): boolean {
  return Object.values(body.properties ?? {}).some(({ readOnly }) => readOnly);
}

function answers({ documented }: OperationInReference): Html {
  const items: Html[] = [];
  const errors: Html[] = [];
  for (const [status, answer] of Object.entries(documented.responses)) {
    if (answer.$ref) {
      const code = answer.$ref.replace(/^.*\//, '') as ErrorCode;
      errors.push(html`${errorCatalogue[code].status} ${errorLink(code)}`);
    } else {
      items.push(answerItem(status, answer));
    }
  }
  return html`<h4>Responses</h4>
<ul>
${items}
<li>Errors: ${join(errors, ', ')}</li>
</ul>`;
}

function answerItem(status: string, { description, headers, content }: Answer): Html {
  const what = bodyText(content) ?? html`${streamed(content) ?? description}`;
  const names = Object.keys(headers ?? {}).join(', ');
  return html`<li><strong>${status}</strong> ${what}${
    names && html` <span class="rules"><a href="#headers">Headers</a>: ${names}.</span>`
  }</li>
`;
}

function bodyText(content: Answer['content']): Html | undefined {
  const { schema } = content?.['application/json'] ?? {};
  if (!schema) return undefined;
  // Of a document; it repeats the records of the others.
  if (schema.$ref) {
    const name = schema.$ref.replace(/^.*\//, '');
    return html`A file: JSON by the schema <code>${name}</code> of the OpenAPI document, or HTML.`;
  }
  return html`<code>data</code> is ${typeOf(schema.properties?.data ?? {})}.`;
}

function streamed(content: Answer['content']): string | undefined {
  if (!content) return undefined;
  return 'text/event-stream' in content ? 'Server-sent events.' : 'A file.';
}

type Answer = DocumentedOperation['responses'][string];

function examples({ spec, documented, document, url, apiUrl }: OperationInReference): Html {
  return html`${callSamples(exampleCall(spec, documented, document), url, apiUrl)}
${codeBlock(`Response, ${spec.status}`, answerText(spec, documented))}`;
}

function answerText(
  { file, document, stream, status }: OperationSpec,
  { responses }: DocumentedOperation,
) {
  if (file || document) return 'A file in the requested `format`.';
  if (stream) return stream.example.trim();
  const json = responses[status]?.content?.['application/json'];
  return json ? JSON.stringify(json.example, null, 2) : 'No response body.';
}
