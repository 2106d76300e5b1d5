/**
 * Runs several independent queries in one statement, each returning its rows as one JSON document. A statement costs
 * 150 us of Node.js however small, and more in both processes while code is cold.
 */
import type { Tx } from './connect.ts';

/** Rows come from JSON: instants are text, in the query's format. */
export interface Question<Row extends object> {
  /** `$1` is the workspace; `first` is the number of its first own parameter. Always the same text. */
  select: (first: number) => string;
  parameters: (string | number)[];
  /** Never set; carries the type of the rows. */
  row?: Row;
}

type Questions = Record<string, Question<object>>;

export type AnswersTo<Batch extends Questions> = {
  [name in keyof Batch]: Batch[name] extends Question<infer Row> ? Row[] : never;
};

const texts = new Map<string, string>();

/**
 * The queries' names identify their texts. Waits for its turn, unlike `runCombined`: after a lock requested in the same
 * flight, so that it sees what the previous holder did.
 */
export async function askTogether<Batch extends Questions>(
  tx: Tx,
  workspaceId: string,
  questions: Batch,
): Promise<AnswersTo<Batch>> {
  const names = Object.keys(questions);
  const key = names.join();
  const text = texts.get(key) ?? textOf(questions);
  texts.set(key, text);
  const parameters: (string | number)[] = [workspaceId];
  for (const { parameters: own } of Object.values(questions)) parameters.push(...own);
  const [row] = await tx.unsafe<Record<string, object[] | null>[]>(text, parameters, {
    prepare: true,
  });
  return Object.fromEntries(names.map((name) => [name, row?.[name] ?? []])) as AnswersTo<Batch>;
}

function textOf(questions: Questions): string {
  let first = 2;
  const parts = Object.entries(questions).map(([name, { select, parameters }]) => {
    const part = `(select json_agg(r) from (${select(first)}) r) as "${name}"`;
    first += parameters.length;
    return part;
  });
  return `select ${parts.join(', ')}`;
}
