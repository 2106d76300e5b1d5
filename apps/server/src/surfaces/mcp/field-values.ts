/** A field's values in the newest records of a list. */
import type { AgentKind } from '@footfall/contract/agent';
import { invalidRequest } from '@footfall/contract/errors';
import { originOf } from '@footfall/contract/origins';
import type { TSchema } from 'typebox';
import { isObject } from '../../platform/common/is-object.ts';
import { type Reply, tellingOf } from './answers.ts';
import { itemOf, recordsIn } from './list-tool.ts';
import { type AgentSession, readAs } from './session.ts';
import { shownValue } from './shown-value.ts';
import { allowed, listOf } from './uses.ts';

const recordsRead = 100;
const mostValues = 20;

/** `field`: of the record, or inside an object, as `properties.plan`; for an object, returns its keys. */
export async function valuesOf(
  session: AgentSession,
  kind: AgentKind,
  field: string,
): Promise<Reply> {
  const [name = '', ...keys] = field.split('.');
  const listOperation = listOf(kind);
  const schema = listOperation && fieldIn(itemOf(listOperation), name);
  if (!listOperation || !schema) {
    throw invalidRequest([
      {
        path: 'field',
        message: `is not a field of ${kind}. Call schema with the kind to see its fields`,
      },
    ]);
  }
  const { operation } = allowed(listOperation, session.permissions);
  const query = { limit: recordsRead, fields: name };
  const { data, pagination } = await readAs(session, operation, { query });
  const records = recordsIn(data);
  const counts = new Map<unknown, number>();
  for (const value of records.flatMap((record) => plainIn(record, [name, ...keys]))) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostValues)
    .map(([value, count]) => ({ value, count }));
  // Keys inside an object have the object's origin.
  const ofField = { properties: { values: { 'x-origin': originOf(schema) ?? 'visitor' } } };
  const shown = shownValue(ofField as unknown as TSchema, { values }, tellingOf(session, 'many'));
  return {
    structured: {
      ...{ kind, field, newest: records.length, of: pagination?.total ?? records.length },
      different: counts.size,
      ...(shown.value as object),
    },
    text: `Values in the newest ${records.length} records. Use stats to count all records by channel, source, country and more.`,
    rows: values.length,
    isOfVisitors: shown.isOfVisitors,
  };
}

function fieldIn(record: TSchema, name: string): TSchema | undefined {
  const { properties } = record as unknown as { properties: Record<string, TSchema> };
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function plainIn(value: unknown, [key, ...rest]: string[]): unknown[] {
  if (key === undefined) {
    if (isObject(value)) return Object.keys(value);
    return value === null || value === undefined || value === '' || Array.isArray(value)
      ? []
      : [value];
  }
  return isObject(value) && Object.hasOwn(value, key) ? plainIn(value[key], rest) : [];
}
