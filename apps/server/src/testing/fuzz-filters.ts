/** Filters for the fuzzer: such as the language allows of the fields of a kind of record. */
import type { FilterTree } from '@footfall/contract/filter';
import {
  canDo,
  type FieldKind,
  filterFields,
  filterRelations,
  type RecordKind,
} from '@footfall/contract/filter-fields';
import { filterText } from '@footfall/contract/filter-text';
import fc from 'fast-check';

const texts = ['', 'a', 'website', 'x*', '%', '_\\', "'", '*', 'ß', '🦊', '12'];

/** What a field of the kind is compared with, and how. */
const comparisonsOf: Record<FieldKind, fc.Arbitrary<{ op: string; value: unknown }>> = {
  text: some(['=', '!=', ':', '<', '>='], texts),
  email: some(['=', '!=', ':'], texts),
  object: some(['=', '!=', ':', '>', '<='], [...texts, 5, true]),
  number: some(['=', '!=', '<', '<=', '>', '>='], [0, -1, 2.5, '7', 1e300]),
  time: some(['=', '<', '>='], ['now', 'now-7d', '2026-05-04', '2026-05-04T09:30:00+02:00']),
  boolean: some(['=', '!='], [true, 'false']),
  id: some(['=', '!='], ['0190aaaa-0000-7000-8000-000000000001', null]),
};

function some(ops: string[], values: unknown[]) {
  return fc.record({ op: fc.constantFrom(...ops), value: fc.constantFrom(...values) });
}

function comparison(kind: RecordKind, depth: number): fc.Arbitrary<FilterTree> {
  // What is said of pages goes together with some metrics only, and stands beside AND.
  const fields = Object.entries(filterFields[kind]).filter(([field]) => field !== 'page');
  const own = fields.map(([field, of]) =>
    comparisonsOf[of].map((compared) => ({
      field: of === 'object' ? `${field}.a.b` : field,
      ...compared,
    })),
  );
  const related = filterRelations[kind].map((to) => {
    const inner = depth > 0 ? comparison(to, depth - 1) : there;
    return inner.map((tree) => {
      const field = 'field' in tree && tree.field !== '' ? `${to}.${tree.field}` : to;
      return { ...tree, field };
    });
  });
  return fc.oneof(...own, ...related) as fc.Arbitrary<FilterTree>;
}

const there = fc.constant({ field: '', op: ':', value: '*' } as const);

function term(kind: RecordKind): fc.Arbitrary<FilterTree> {
  if (!canDo.has(kind)) return comparison(kind, 1);
  const did = fc.record(
    {
      did: fc.constantFrom('page_view', 'x'),
      where: comparison('event', 0),
      at_least: fc.integer({ min: 1, max: 3 }),
      within: fc.constantFrom('5m', '30d'),
    },
    { requiredKeys: ['did'] },
  );
  return fc.oneof({ weight: 4, arbitrary: comparison(kind, 1) }, { weight: 1, arbitrary: did });
}

/** As text or as JSON. */
export function anyFilter(kind: RecordKind): fc.Arbitrary<string> {
  const one = term(kind);
  const list = fc.array(one, { minLength: 1, maxLength: 3 });
  const tree: fc.Arbitrary<FilterTree> = fc.oneof(
    one,
    list.map((and) => ({ and })),
    list.map((or) => ({ or })),
    one.map((not) => ({ not })),
  );
  return fc.tuple(tree, fc.boolean()).map(([made, isText]) => {
    return isText ? filterText(made) : JSON.stringify(made);
  });
}
