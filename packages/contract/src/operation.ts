/**
 * An operation of the REST API, declared once as data. Routes, validation, serialisation, OpenAPI,
 * MCP tools, the typed client and the security tests are all derived from these declarations.
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { Feature, Scope, WorkspaceRole } from './access.ts';
import type { AgentUse } from './agent.ts';

export interface TimeLimit {
  seconds: number;
  /** The parameter to change, and how. */
  path: string;
  advice: string;
}

/** Of a list over all that happened: none reads everything. */
export interface WindowRule {
  /** The parameters, such as created_after. */
  after: string;
  before: string;
  /** Where no beginning is given. */
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
  /** One of these is needed; an empty list means that any valid secret key will do. */
  scopes: readonly Scope[];
  feature: Feature;
  /** Only for members who signed in and have one of these roles, and for the operator: no key may, and /api/v1 has no such path. */
  roles?: readonly WorkspaceRole[];
  /** Also for members who lack the second factor that their workspace asks for. */
  needsNoSecondFactor?: true;
  /** A member must have proved who they are lately (`proofMinutes`): always, or where the body has one of these fields. */
  freshProof?: true | readonly string[];
  /** By which tools of the MCP server it is called; absent: by none. */
  agent?: readonly AgentUse[];
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body names records that have to be there: a 404 where they are not. */
  namesRecords?: boolean;
  bodyExample?: Record<string, unknown>;
  status: 200 | 201 | 204;
  /** The body of the answer; absent where there is none, with 204, and where it is a stream. */
  ok?: TSchema;
  /** The answer holds a secret, so that it is kept nowhere: a request that is repeated gets no second one. */
  isToldOnce?: boolean;
  /** Where an answer may take long: for how long the database works at it, and what to ask for instead. */
  limit?: TimeLimit;
  /** `unless`: with one of these parameters there is none. */
  window?: WindowRule & { unless: readonly string[] };
  /** The answer goes on, as server-sent events. */
  stream?: { example: string };
  /** The answer is a file, sent as it is read. */
  file?: FileSpec;
}

export interface FileSpec {
  /** What is in it: leads. */
  name: string;
  /** Id of the operation that lists the same records. */
  list: string;
  /** Of which there is one after another. */
  record: TObject;
}

export function operation<const T extends OperationSpec>(spec: T): T {
  return spec;
}

type Part<O, K extends 'params' | 'query' | 'body'> =
  O extends Record<K, infer S extends TSchema> ? Static<S> : Record<string, never>;

export interface OperationInput<O extends OperationSpec> {
  params: Part<O, 'params'>;
  query: Part<O, 'query'>;
  body: Part<O, 'body'>;
}

/** What a stream of changes begins with, and what of them the caller may see. */
export interface StreamStart {
  /** Undefined: with what changes from now on. */
  after: string | undefined;
  kinds: readonly string[];
  isTest: boolean;
  /** Ends then; undefined: when either side ends it. */
  seconds: number | undefined;
}

/** Of what a file is made; the next begins at the cursor. */
export interface RecordsPage {
  data: object[];
  pagination: { total: number; next_cursor?: string | null };
}

/** Of a stream: what it begins with; the surface sends what follows. Of a file: a page of it. */
export type OperationOutput<O> = O extends { ok: infer S extends TSchema }
  ? Static<S>
  : O extends { stream: object }
    ? StreamStart
    : O extends { file: object }
      ? RecordsPage
      : undefined;

/** A handler for each operation; leaving one out does not compile. */
export type HandlersOf<Operations extends Record<string, OperationSpec>, Context> = {
  [Name in keyof Operations]: (
    context: Context,
    input: OperationInput<Operations[Name]>,
  ) => Promise<OperationOutput<Operations[Name]>>;
};
