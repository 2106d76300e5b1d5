/** The numbers that stand for texts in facts and sums. */
import { type Column, columnValues, nameList, unnestClause } from '../../db/columns.ts';
import type { Tx } from '../../db/connect.ts';

export interface ValueText {
  kind: number;
  value: string;
}

const columns: Column<ValueText>[] = [
  { name: 'kind', type: 'integer', value: (row) => row.kind },
  { name: 'value', type: 'text', value: (row) => row.value },
];

// One transaction at a time adds to a workspace's numbers (fold.ts), so that they need no sequence.
const add = `
  with given as (select * from ${unnestClause(columns, 2)})
  insert into stats_values (workspace_id, ${nameList(columns)}, id)
  select $1::uuid, t.kind, t.value,
         row_number() over (partition by t.kind order by t.value)
           + coalesce((select id from stats_values m where m.workspace_id = $1::uuid and m.kind = t.kind
                       order by m.id desc limit 1), 0)
  from given t`;

const find = `
  select t.kind, t.value, v.id from ${unnestClause(columns, 2)}
  join stats_values v on v.workspace_id = $1::uuid and v.kind = t.kind and v.value = t.value`;

const keyOf = ({ kind, value }: ValueText) => `${kind}:${value}`;

/** The numbers of texts, those that are new included; the empty text has 0. */
export class ValueNumbers {
  readonly #numbers = new Map<string, number>();

  of(kind: number, value: string): number {
    if (value === '') return 0;
    const number = this.#numbers.get(`${kind}:${value}`);
    if (number === undefined) throw new Error(`no number for a value of kind ${kind}`);
    return number;
  }

  /** For a transaction that is the only one which makes numbers for the workspace. */
  static async make(tx: Tx, workspaceId: string, texts: ValueText[]): Promise<ValueNumbers> {
    const made = new ValueNumbers();
    const unique = new Map(texts.map((text) => [keyOf(text), text]));
    const wanted = [...unique.values()].filter(({ value }) => value !== '');
    await made.#find(tx, workspaceId, wanted);
    const missing = wanted.filter((text) => !made.#numbers.has(keyOf(text)));
    if (missing.length === 0) return made;
    await tx.unsafe(add, [workspaceId, ...columnValues(columns, missing)]);
    await made.#find(tx, workspaceId, missing);
    return made;
  }

  async #find(tx: Tx, workspaceId: string, texts: ValueText[]): Promise<void> {
    if (texts.length === 0) return;
    const parameters = [workspaceId, ...columnValues(columns, texts)];
    const rows = await tx.unsafe<(ValueText & { id: number })[]>(find, parameters, {
      prepare: true,
    });
    for (const row of rows) this.#numbers.set(keyOf(row), row.id);
  }
}
