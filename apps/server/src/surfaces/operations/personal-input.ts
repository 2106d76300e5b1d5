/**
 * Restricts input of keys without access to personal data: they may not search by it, which would reveal it,
 * nor write the placeholders of hidden values.
 */
import { type Issue, invalidRequest } from '@footfall/contract/errors';
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { OperationSpec } from '@footfall/contract/operation';
import { type Personal, personalOf } from '@footfall/contract/origins';
import {
  hiddenFields,
  personalDataHidden,
  personalDocumentHidden,
} from '@footfall/contract/personal-fields';
import type { TSchema } from 'typebox';
import { isObject } from '../../platform/common/is-object.ts';
import { writableNames } from './audit.ts';
import { filtersOf } from './filter-input.ts';
import { hiddenText } from './hide-personal.ts';
import type { CheckedInput } from './input.ts';

/** @throws (the returned function) ApiError forbidden, or invalid_request */
export function personalRefusal(operation: OperationSpec): (input: CheckedInput) => void {
  if (operation.document) {
    return () => {
      throw personalDocumentHidden();
    };
  }
  const filters = filtersOf(operation.query);
  const parameters = personalIn(operation.query);
  const fields = personalIn(operation.body);
  const writable = writableNames(operation);
  return ({ query, body }) => {
    const hidden = [
      ...parameters.filter((each) => asks(each, query)).map(([name]) => `query.${name}`),
      ...fields.filter((each) => asks(each, body)).map(([name]) => `body.${name}`),
      ...filters.flatMap(([name, about]) =>
        query[name] === undefined
          ? []
          : hiddenFields(query[name] as CheckedFilter, about).map(
              (field) => `${field} in query.${name}`,
            ),
      ),
    ];
    if (hidden.length > 0) throw personalDataHidden([...new Set(hidden)]);
    const issues = writable.flatMap((name) => masksIn(body[name], `body.${name}`));
    if (issues.length > 0) throw invalidRequest(issues);
  };
}

function personalIn(schema: TSchema | undefined): [string, Personal][] {
  const properties = schema && 'properties' in schema ? (schema.properties as object) : {};
  return Object.entries(properties).flatMap(([name, part]) => {
    const personal = personalOf(part as TSchema);
    return personal === undefined ? [] : [[name, personal]];
  });
}

/** The visible part of an address may be searched. */
function asks([name, personal]: [string, Personal], values: Record<string, unknown>): boolean {
  const value = values[name];
  if (value === undefined) return false;
  return personal !== 'address' || /[?#;]/.test(String(value));
}

/** Sending a read record back would overwrite hidden values. */
function masksIn(value: unknown, path: string): Issue[] {
  if (value === hiddenText) {
    const message = `must not contain ${hiddenText}, which replaces data hidden from this key. Leave the field out`;
    return [{ path, message }];
  }
  if (Array.isArray(value)) return value.flatMap((each) => masksIn(each, path)).slice(0, 1);
  if (!isObject(value)) return [];
  return Object.values(value)
    .flatMap((part) => masksIn(part, path))
    .slice(0, 1);
}
