/** Comments in migrations on a table, column or index: directly above it or at the end of its line. */

/** By `table`, `table.column` or the index's name; without dashes, one entry per line. */
export type MigrationComments = Map<string, string[]>;

/** `texts`: migrations in order. A later comment on the same object replaces an earlier one. */
export function migrationComments(texts: string[]): MigrationComments {
  const comments: MigrationComments = new Map();
  for (const text of texts) readComments(text, comments);
  return comments;
}

function readComments(text: string, comments: MigrationComments): void {
  let table = '';
  let above: string[] = [];
  for (const line of text.split('\n')) {
    const own = /^ *-- (.+)$/.exec(line)?.[1];
    if (own !== undefined) {
      above.push(own);
      continue;
    }
    const [code = '', behind] = line.split(/ +-- /);
    table = tableOf(code) ?? table;
    const name = nameOf(code, table);
    const lines = behind === undefined ? above : [...above, behind];
    if (name !== undefined && lines.length > 0) comments.set(name, lines);
    if (code.includes(';')) table = '';
    above = [];
  }
}

function tableOf(code: string): string | undefined {
  return /^(?:create|alter) table (\w+)/.exec(code)?.[1];
}

/** The created object; a comment above `alter table` is about the change, not the table. */
function nameOf(code: string, table: string): string | undefined {
  const made = /^create (?:table|(?:unique )?index) (\w+)/.exec(code)?.[1];
  if (made !== undefined || table === '') return made;
  const column = /^ {2}(?:add column )?(\w+) /.exec(code)?.[1];
  return column === undefined ? undefined : `${table}.${column}`;
}
