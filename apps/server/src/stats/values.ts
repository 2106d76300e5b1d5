/** Numbers that represent texts in facts and sums. */
import { type Column, columnValues, nameList, unnestClause } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/connect.ts';

interface ValueText {
  kind: number;
  value: string;
}

const columns: Column<ValueText>[] = [
  { name: 'kind', type: 'integer', value: (row) => row.kind },
  { name: 'value', type: 'text', value: (row) => row.value },
];

// Only one transaction at a time adds numbers to a workspace (fold.ts), so no sequence is needed.
const add = `
  with wanted as (select * from ${unnestClause(columns, 2)})
  insert into stats_values (workspace_id, ${nameList(columns)}, id)
  select $1::uuid, t.kind, t.value,
         row_number() over (partition by t.kind order by t.value)
           + coalesce((select id from stats_values m where m.workspace_id = $1::uuid and m.kind = t.kind
                       order by m.id desc limit 1), 0)
  from wanted t`;

const find = `
  select t.kind, t.value, v.id from ${unnestClause(columns, 2)}
  join stats_values v on v.workspace_id = $1::uuid and v.kind = t.kind and v.value = t.value`;

/** Texts that need numbers, each once; grouped by kind, since building a combined key per visit is slow. */
export class WantedTexts {
  readonly #kinds = new Map<number, Set<string>>();

  add(kind: number, value: string): void {
    if (value === '') return;
    const values = this.#kinds.get(kind);
    if (values) values.add(value);
    else this.#kinds.set(kind, new Set([value]));
  }

  list(): ValueText[] {
    return [...this.#kinds].flatMap(([kind, values]) =>
      Array.from(values, (value) => ({ kind, value })),
    );
  }
}

/** Numbers of texts, including new ones; the empty text is 0. */
export class ValueNumbers {
  readonly #numbers = new Map<number, Map<string, number>>();

  of(kind: number, value: string): number {
    if (value === '') return 0;
    const number = this.#numberOf(kind, value);
    if (number === undefined) throw new Error(`no number for a value of kind ${kind}`);
    return number;
  }

  /** Requires that no other transaction creates numbers for the workspace. */
  static async make(tx: Tx, workspaceId: string, texts: WantedTexts): Promise<ValueNumbers> {
    const made = new ValueNumbers();
    const wanted = texts.list();
    await made.#find(tx, workspaceId, wanted);
    const missing = wanted.filter(({ kind, value }) => made.#numberOf(kind, value) === undefined);
    if (missing.length === 0) return made;
    await tx.unsafe(add, [workspaceId, ...columnValues(columns, missing)]);
    await made.#find(tx, workspaceId, missing);
    return made;
  }

  #numberOf(kind: number, value: string): number | undefined {
    return this.#numbers.get(kind)?.get(value);
  }

  async #find(tx: Tx, workspaceId: string, texts: ValueText[]): Promise<void> {
    if (texts.length === 0) return;
    const parameters = [workspaceId, ...columnValues(columns, texts)];
    const rows = await tx.unsafe<(ValueText & { id: number })[]>(find, parameters, {
      prepare: true,
    });
    for (const { kind, value, id } of rows) {
      const numbers = this.#numbers.get(kind);
      if (numbers) numbers.set(value, id);
      else this.#numbers.set(kind, new Map([[value, id]]));
    }
  }
}
