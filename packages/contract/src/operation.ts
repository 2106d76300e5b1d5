/**
 * An operation of the REST API, declared once as data. Routes, validation, serialization, OpenAPI,
 * MCP tools, the typed client and the security tests are all derived from these declarations.
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { Feature, Scope, WorkspaceRole } from './access.ts';
import type { AgentUse } from './agent.ts';

export interface TimeLimit {
  seconds: number;
  /** The parameter to change. */
  path: string;
  advice: string;
}

/** The time window of a list that could otherwise read the whole history. */
export interface WindowRule {
  /** Names of the parameters, such as created_after. */
  after: string;
  before: string;
  /** Window if the request has no start. */
  usualDays: number;
  mostDays: number;
}

export interface OperationSpec {
  /** Name of the handler, the client's method and the OpenAPI operationId. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with parameters as `{id}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** The caller needs one of these. Empty: any valid secret key may call it. */
  scopes: readonly Scope[];
  feature: Feature;
  /** A POST that changes nothing: no audit entry, and no Idempotency-Key. */
  readOnly?: true;
  /** Only signed-in members with one of these roles, and the operator, may call it. Keys may not, and /api/v1 has no such path. */
  roles?: readonly WorkspaceRole[];
  /** Members may call it before they set up the second factor that their workspace requires. */
  needsNoSecondFactor?: true;
  /** A member must have signed in or confirmed their password within `proofMinutes`: always, or if the body has one of these fields. */
  freshProof?: true | readonly string[];
  /** MCP tools that call it. */
  agent?: readonly AgentUse[];
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body refers to records that must exist; otherwise the response is 404. */
  namesRecords?: boolean;
  bodyExample?: Record<string, unknown>;
  /** 202: accepted, the work follows in the background; a dry run returns 200. */
  status: 200 | 201 | 202 | 204;
  /** The audit log names the record of the response, of this collection, instead of the one in the path. */
  auditedAs?: string;
  /** The response body. Absent with 204 and for streams. */
  ok?: TSchema;
  /** The response holds a secret and is not stored, so a repeated Idempotency-Key does not return it again. */
  showsSecretOnce?: boolean;
  /** Time limit of a slow operation, for all its statements together, and advice on what to request instead. */
  limit?: TimeLimit;
  /** `unless`: parameters that lift the window. */
  window?: WindowRule & { unless: readonly string[] };
  /** The response is a stream of server-sent events. */
  stream?: { example: string };
  /** The response is a file, streamed as it is read. */
  file?: FileSpec;
  /** The response is a document in parts, streamed as it is read: JSON by the schema, or an HTML page. */
  document?: DocumentSpec;
}

export interface DocumentSpec {
  /** Of files, such as person. */
  name: string;
  schema: TObject;
}

export interface FileSpec {
  /** Plural name of the records, such as leads. */
  name: string;
  /** Id of the operation that lists the same records. */
  list: string;
  /** Schema of each record. */
  record: TObject;
}

export function operation<const T extends OperationSpec>(spec: T): T {
  return spec;
}

/** Whether running it may change records. */
export function isWrite({ method, readOnly }: OperationSpec): boolean {
  return method !== 'GET' && readOnly !== true;
}

/** Whether a repeated Idempotency-Key returns the first response: running it twice would create two records. */
export function isRepeatable(spec: OperationSpec): boolean {
  return spec.method === 'POST' && isWrite(spec);
}

type Part<O, K extends 'params' | 'query' | 'body'> =
  O extends Record<K, infer S extends TSchema> ? Static<S> : Record<string, never>;

export interface OperationInput<O extends OperationSpec> {
  params: Part<O, 'params'>;
  query: Part<O, 'query'>;
  body: Part<O, 'body'>;
}

/** Start of a stream of changes, and which changes the caller may see. */
export interface StreamStart {
  /** Undefined: only changes from now on. */
  after: string | undefined;
  kinds: readonly string[];
  isTest: boolean;
  /** The stream ends after this time. Undefined: either side ends it. */
  seconds: number | undefined;
}

/** One page of a file; the next page begins at the cursor. */
export interface RecordsPage {
  data: object[];
  pagination: { total: number; next_cursor?: string | null };
}

/** Some records of one part of a document. */
export interface DocumentPiece {
  /** In the first piece, what the document says about itself. */
  head?: object | undefined;
  part: string;
  records: object[];
  /** Where the next piece begins; undefined at the end. */
  next: string | undefined;
}

/** For a stream, its start; the surface sends the rest. For a file, one page. For a document, one piece. */
export type OperationOutput<O> = O extends { ok: infer S extends TSchema }
  ? Static<S>
  : O extends { stream: object }
    ? StreamStart
    : O extends { file: object }
      ? RecordsPage
      : O extends { document: object }
        ? DocumentPiece
        : undefined;

/** A handler for each operation; a missing handler does not compile. */
export type HandlersOf<Operations extends Record<string, OperationSpec>, Context> = {
  [Name in keyof Operations]: (
    context: Context,
    input: OperationInput<Operations[Name]>,
  ) => Promise<OperationOutput<Operations[Name]>>;
};
