// The types and operations of the TypeScript client, made from the OpenAPI document.
import { operationsOf, schemasIn, writableFields } from '../../../clients/operations.mjs';
import { block, comment, field, namedType, typeOf } from './schema-types.mjs';

/** The options of a method by the header that they set. */
const optionsByHeader = { 'Idempotency-Key': 'PostOptions', 'If-Match': 'ChangeOptions' };

const head = `// Made from docs/openapi.json by scripts/make-clients.mjs; not written by hand.
import type { Exact } from './exact.ts';
import type { Records } from './records.ts';
import type { ServerSentEvent } from './server-sent-events.ts';
import {
    type ChangeOptions,
    type PostOptions,
    path,
    type RequestOptions,
    Resource,
} from './transport.ts';

`;

/** The text of src/operations.ts. */
export function typescriptClient(document) {
  const { schemas } = document.components;
  const operations = operationsOf(document).map(withInput);
  const types = [
    ...schemasIn(operations, schemas),
    ['ErrorBody', schemas.Error],
    ['Pagination', paginationOf(document)],
  ];
  const inputs = operations.flatMap(({ input }) => (input ? [input.type] : []));
  return (
    head +
    [
      ...types.map(([name, schema]) => namedType(name, schema)),
      ...inputs,
      ...classes(operations),
    ].join('\n')
  );
}

/** Every list has the same. */
function paginationOf({ paths }) {
  const answer = paths['/leads'].get.responses[200].content['application/json'];
  return answer.schema.properties.pagination;
}

/** `input`: the query or body that the method takes. */
function withInput(operation) {
  const { id, method, query, body, isBodyRequired } = operation;
  const fields = body ? writableFields(body) : {};
  const hasBody = Object.keys(fields).length > 0;
  if (hasBody && query.length > 0) throw new Error(`${id} has a query and a body`);
  if (hasBody) {
    const name = `${pascal(id)}Body`;
    const isRequired = isBodyRequired || method === 'PATCH';
    const type = namedType(name, { ...body, properties: fields });
    return { ...operation, input: { argument: 'body', name, isRequired, type } };
  }
  if (query.length === 0) return operation;
  const name = `${pascal(id)}Query`;
  const type = `export interface ${name} ${block(query.map(queryField))}\n`;
  const isRequired = query.some(({ required }) => required);
  return { ...operation, input: { argument: 'query', name, isRequired, type } };
}

/** An instant can be a Date. */
function queryField({ name, required, description, schema }) {
  const type = schema.format === 'date-time' ? 'Date | string' : typeOf(schema);
  return comment(description) + field(required ? name : `${name}?`, type);
}

/** One for each resource, and one that holds them. */
function classes(operations) {
  const resources = [...new Set(operations.flatMap(({ resource }) => resource ?? []))];
  const methodsOf = (resource) =>
    operations.filter((one) => one.resource === resource).map(methodText);
  const fields = resources.map((name) => `readonly ${name} = new ${pascal(name)}(this.api);\n`);
  return [
    ...resources.map((name) => classText(pascal(name), methodsOf(name))),
    classText('Operations', [...fields, ...methodsOf(undefined)]),
  ];
}

function classText(name, members) {
  return `export class ${name} extends Resource ${block(members)}\n`;
}

function methodText(operation) {
  const { name, summary, description, params, headers, input } = operation;
  const header = headers.find((one) => optionsByHeader[one]);
  const parameters = [
    ...params.map((one) => `${one.name}: string`),
    ...(input
      ? [`${input.argument}${input.isRequired ? '' : '?'}: Exact<Input, ${input.name}>`]
      : []),
    `options?: ${optionsByHeader[header] ?? 'RequestOptions'}`,
  ];
  const generic = input ? `<Input extends ${input.name}>` : '';
  const { result, call } = callOf(operation);
  const about = comment(description === summary ? summary : `${summary}.\n\n${description}`);
  return `${about}${name}${generic}(${parameters.join(', ')}): ${result} {\n    return this.api.${call};\n}\n`;
}

/** What the method returns, and how it asks the service. */
function callOf(operation) {
  const { id, kind, schema, method, params, input } = operation;
  const url = operation.path.replaceAll('{', '${');
  const path = params.length > 0 ? `path\`${url}\`` : `'${url}'`;
  const given = input ? `{ ...options, ${input.argument} }` : 'options';
  switch (kind) {
    case 'record':
    case 'whole':
      return {
        result: `Promise<${typeOf(schema)}>`,
        call: `${kind}('${method}', ${path}, ${given})`,
      };
    case 'nothing':
      return { result: 'Promise<void>', call: `nothing('${method}', ${path}, ${given})` };
    case 'download':
      return { result: 'Promise<Response>', call: `send('${method}', ${path}, ${given})` };
    case 'stream':
      return {
        result: 'AsyncGenerator<ServerSentEvent, void, undefined>',
        call: `stream(${path}, ${given})`,
      };
    case 'records':
      checkList(operation);
      return { result: `Records<${typeOf(schema)}>`, call: `records(${path}, query, options)` };
    default:
      throw new Error(`typescript-client.mjs does not know the answer of ${id}`);
  }
}

/** What src/records.ts relies on. */
function checkList({ id, query }) {
  const limit = query.find(({ name }) => name === 'limit')?.schema;
  const hasCursor = query.some(({ name }) => name === 'cursor');
  if (limit?.maximum === 100 && hasCursor) return;
  throw new Error(`${id}: src/records.ts expects a limit of 100 and a cursor`);
}

const pascal = (name) => name.charAt(0).toUpperCase() + name.slice(1);
