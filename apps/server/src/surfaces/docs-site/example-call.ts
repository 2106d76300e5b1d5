/** The reference's example request for an operation, from the document's examples. */
import type { OperationSpec } from '@footfall/contract/operation';
import type { DocumentedOperation, OpenApiDocument } from './openapi-document.ts';

export interface ExampleCall {
  method: string;
  /** Below the API's URL, with the id filled in. */
  path: string;
  /** Name in the clients: `leads.list`, `stats`. */
  name: string;
  id?: string;
  query: Record<string, string | number | string[]>;
  body?: Record<string, unknown> | undefined;
  answer: 'record' | 'page' | 'whole' | 'nothing' | 'stream' | 'file';
  /** Variable name for the answer in samples: `lead`, or `leads` in a file. */
  answerName: string;
  /** Of the file. */
  extension?: 'csv' | 'json';
}

export function exampleCall(
  spec: OperationSpec,
  documented: DocumentedOperation,
  document: OpenApiDocument,
): ExampleCall {
  const id = spec.path.includes('{id}') ? exampleId(spec.path, document) : undefined;
  return {
    method: spec.method,
    path: spec.path.replaceAll('{id}', id ?? ''),
    name: documented['x-client'],
    ...(id !== undefined && { id }),
    query: exampleQuery(spec, documented),
    body: spec.bodyExample,
    ...answerOf(spec, documented),
  };
}

function answerOf(
  { stream, file, document, status }: OperationSpec,
  { responses }: DocumentedOperation,
): Pick<ExampleCall, 'answer' | 'answerName' | 'extension'> {
  if (stream) return { answer: 'stream', answerName: 'event' };
  if (file) return { answer: 'file', answerName: file.name, extension: 'csv' };
  if (document) return { answer: 'file', answerName: document.name, extension: 'json' };
  const { data, ...others } =
    responses[status]?.content?.['application/json']?.schema.properties ?? {};
  if (!data) return { answer: 'nothing', answerName: '' };
  if ('pagination' in others) return { answer: 'page', answerName: 'page' };
  if (Object.keys(others).length > 0) return { answer: 'whole', answerName: 'answer' };
  const record = data.$ref?.replace(/^.*\//, '') ?? 'Answer';
  return { answer: 'record', answerName: record.charAt(0).toLowerCase() + record.slice(1) };
}

/** Limits a page or stream, chooses a file's format, or else uses each parameter with an example; not times, which become outdated. */
function exampleQuery(
  { query, stream, file }: OperationSpec,
  { parameters }: DocumentedOperation,
): ExampleCall['query'] {
  if (stream) return { seconds: 2 };
  if (file) return { format: 'csv' };
  if (query && 'limit' in query.properties && !('q' in query.properties)) return { limit: 10 };
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const [example] = parameter.schema.examples ?? [];
      const isShown = parameter.in === 'query' && parameter.schema.format !== 'date-time';
      return isShown && isShort(example) ? [[parameter.name, example]] : [];
    }),
  );
}

function isShort(example: unknown): example is string | string[] {
  return typeof example === 'string' || Array.isArray(example);
}

/** The example id of the path's record: `/leads/{id}/…`, and its export, needs a lead. */
function exampleId(path: string, document: OpenApiDocument): string {
  const collection = path.replace(/^\/exports/, '').split('/{', 1)[0] ?? '';
  const record = document.paths[`${collection}/{id}`]?.get;
  const answer = record?.responses['200']?.content?.['application/json']?.example;
  const { data } = (answer ?? {}) as { data?: { id?: string } };
  if (data?.id === undefined) throw new Error(`${path} has no example of its record`);
  return data.id;
}
