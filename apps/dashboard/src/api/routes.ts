/** Types of all routes, by method and path, from the contract. Types only, nothing in the bundle. */
import type { memberOperations } from '@footfall/contract/member-operations';
import type { OperationInput, OperationOutput, OperationSpec } from '@footfall/contract/operation';
import type { operations } from '@footfall/contract/operations';

type Operations = typeof operations & typeof memberOperations;

type RouteOf<O> = O extends OperationSpec ? `${O['method']} ${O['path']}` : never;

type ByRoute = { [Name in keyof Operations as RouteOf<Operations[Name]>]: Operations[Name] };

/** Such as `GET /leads/{id}`. */
export type Route = keyof ByRoute & string;

/** Filters are sent as text; the contract has the parsed type. */
type AsSent<Query> = {
  [Name in keyof Query]: Name extends 'filter' ? string : Unchanged<Query[Name]>;
};
type Unchanged<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

type Wanted<Name extends string, Part> =
  Part extends Record<string, never>
    ? { [N in Name]?: undefined }
    : Record<string, never> extends Part
      ? { [N in Name]?: Part }
      : { [N in Name]: Part };

type Input<O extends OperationSpec> = Wanted<'params', OperationInput<O>['params']> & {
  query?: AsSent<OperationInput<O>['query']>;
} & Wanted<'body', OperationInput<O>['body']>;

export type InputOf<R extends Route> = ByRoute[R] extends OperationSpec ? Input<ByRoute[R]> : never;

export type AnswerOf<R extends Route> = OperationOutput<ByRoute[R]>;

/** Read-only routes: used by queries, and refetched after changes. */
export type ReadRoute = {
  [R in Route]: ByRoute[R] extends { method: 'GET' } | { readOnly: true } ? R : never;
}[Route];
export type ChangeRoute = Exclude<Route, ReadRoute>;
