/** The page /docs: reference of every interface, from the contract and its OpenAPI document. */
import { keyKinds, scopes } from '@footfall/contract/access';
import type { OperationSpec } from '@footfall/contract/operation';
import { type Html, html } from '../../platform/common/html.ts';
import { codeBlock } from './code-block.ts';
import { errorsSection } from './errors-section.ts';
import type { ExampleCall } from './example-call.ts';
import { type Field, fieldsOf, fieldTable } from './fields.ts';
import { ingestLinks, ingestSection } from './ingest-section.ts';
import { guidePath, layout, type NavGroup, type Site } from './layout.ts';
import { inline, slug } from './markdown.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { type OperationInReference, operationSection } from './operation-section.ts';
import { callSamples } from './request-samples.ts';

export function referencePage(
  site: Site,
  operations: Record<string, OperationSpec>,
  document: OpenApiDocument,
): string {
  const groups = groupsOf(site, operations, document);
  return layout(site, {
    title: 'API reference',
    path: '/docs',
    nav: navigation(groups),
    main: html`<h1>API reference</h1>
${introduction(site, document)}
${groups.map((group) => groupSection(group, document))}
${ingestSection(site.url, site.script)}
${errorsSection()}`,
  });
}

interface Group {
  title: string;
  operations: OperationInReference[];
  /** Names of the records in its operations' answers. */
  resources: string[];
}

function groupsOf(
  site: Site,
  operations: Record<string, OperationSpec>,
  document: OpenApiDocument,
): Group[] {
  const shown = new Set<string>();
  return document.tags.map(({ name }) => {
    const inGroup = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .filter(({ tags }) => tags.includes(name))
      .flatMap((documented) => {
        const spec = operations[documented.operationId];
        const apiUrl = document.servers[0]?.url ?? site.url;
        if (!spec) return [];
        const listed = spec.file && operations[spec.file.list];
        return [{ spec, listed, documented, document, url: site.url, apiUrl }];
      });
    const resources = [...new Set(inGroup.flatMap(({ documented }) => recordsIn(documented)))];
    const fresh = resources.filter((resource) => !shown.has(resource));
    for (const resource of fresh) shown.add(resource);
    return { title: name, operations: inGroup, resources: fresh };
  });
}

function recordsIn({ responses }: OperationInReference['documented']): string[] {
  return Object.values(responses).flatMap(({ content }) => {
    const data = content?.['application/json']?.schema.properties?.data;
    const reference = data?.$ref ?? data?.items?.$ref;
    return reference ? [reference.replace(/^.*\//, '')] : [];
  });
}

function navigation(groups: Group[]): NavGroup[] {
  return [
    {
      title: 'Reference',
      links: [
        { href: '#basics', label: 'Basics' },
        { href: '#headers', label: 'Headers' },
        { href: '#errors', label: 'Errors' },
      ],
    },
    ...groups.map(({ title, operations, resources }) => ({
      title,
      links: [
        ...resources.map((name) => ({ href: `#resource-${name}`, label: name })),
        ...operations.map(({ spec: { id, summary, method } }) => ({
          href: `#${id}`,
          label: summary,
          method,
        })),
      ],
    })),
    { title: 'Ingest', links: [...ingestLinks, { href: '#messages', label: 'Messages' }] },
  ];
}

const firstCall: ExampleCall = {
  method: 'GET',
  path: '/leads',
  name: 'leads.list',
  query: { limit: 10 },
  answer: 'page',
  answerName: 'page',
};

function introduction(site: Site, document: OpenApiDocument): Html {
  const apiUrl = document.servers[0]?.url ?? '';
  const { production, development, secret } = keyKinds;
  const headers: Field[] = Object.entries(document.components.headers).map(
    ([name, { description, schema }]) => ({
      name,
      schema: { ...schema, description },
      isRequired: false,
    }),
  );
  return html`<section id="basics" aria-labelledby="basics-title">
<h2 id="basics-title"><a class="anchor" href="#basics">Basics</a></h2>
<div class="entry">
<div class="text">
<p>The REST API is at <code>${apiUrl}</code>. Authenticate with a secret key (<code>${secret.prefix}…</code>), which gives access to
its workspace. Websites and backends send data to <a href="#ingest">ingest</a> with a write key
(<code>${production.prefix}…</code>, or <code>${development.prefix}…</code> for test data).
The <a href="${guidePath(site, 'quick-start')}">quick start</a> takes you from a new installation to the first lead in five minutes.</p>
<p>Requests and responses are JSON. IDs are UUIDs, and timestamps are <code>YYYY-MM-DDThh:mm:ssZ</code> in UTC. Parameters of the type
ISO 8601 instant accept any offset, or a date. The <a href="${site.base}/api/v1/openapi.json">OpenAPI 3.1 document</a> describes
the same API for programs.</p>
</div>
<div class="examples">${callSamples(firstCall, site.url, apiUrl)}</div>
</div>
<h3 id="scopes"><a class="anchor" href="#scopes">Scopes</a></h3>
<table class="fields">
<caption class="visually-hidden">Scopes of a secret key</caption>
<thead><tr><th scope="col">Scope</th><th scope="col">Grants</th></tr></thead>
<tbody>${Object.entries(scopes).map(([name, grants]) => html`<tr><th scope="row"><code>${name}</code></th><td>${inline(grants)}</td></tr>`)}</tbody>
</table>
<h3 id="headers"><a class="anchor" href="#headers">Response headers</a></h3>
${fieldTable('Response headers', headers, false)}
</section>
`;
}

function groupSection({ title, operations, resources }: Group, document: OpenApiDocument): Html {
  const id = slug(title);
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h2>
${resources.map((name) => resourceSection(name, document))}
${operations.map(operationSection)}
</section>
`;
}

function resourceSection(name: string, { components }: OpenApiDocument): Html {
  const schema = components.schemas[name] ?? {};
  const [example] = schema.examples ?? [];
  const id = `resource-${name}`;
  return html`<section class="entry" id="${id}" aria-labelledby="${id}-title">
<div class="text">
<h3 id="${id}-title"><a class="anchor" href="#${id}">${name}</a></h3>
<p>${inline(schema.description ?? '')}</p>
${fieldTable(`Fields of ${name}`, fieldsOf(schema), false)}
</div>
<div class="examples">${example !== undefined && codeBlock(name, JSON.stringify(example, null, 2))}</div>
</section>
`;
}
