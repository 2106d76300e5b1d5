/**
 * Several questions that do not depend on each other, asked with one statement: each is answered with its rows as one
 * JSON document. A statement costs the same 150 us of Node.js however little it asks, and more than that of both
 * processes while code is cold.
 */
import type { Tx } from './connect.ts';

/** Of rows as JSON has them: instants are text, in whatever form the question selects. */
export interface Question<Row extends object> {
  /** `$1` is the workspace; `first` is the number of its own first parameter. The same text at every call. */
  select: (first: number) => string;
  parameters: (string | number)[];
  /** Never there: what the type of its rows is known by. */
  row?: Row;
}

type Questions = Record<string, Question<object>>;

export type AnswersTo<Batch extends Questions> = {
  [name in keyof Batch]: Batch[name] extends Question<infer Row> ? Row[] : never;
};

const texts = new Map<string, string>();

/**
 * The names of the questions stand for their texts. Sent in turn, unlike `runCombined`: behind a lock that was asked for in
 * the same flight, so that it sees what others did before they gave the lock back.
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
