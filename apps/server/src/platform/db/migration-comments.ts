/** What the comments of the migrations say about a table, a column or an index: those right above it or behind it. */

/** By `table`, `table.column` or the index's name; without the dashes, a line each. */
export type MigrationComments = Map<string, string[]>;

/** `texts`: the migrations in their order. What a later one says of the same thing holds. */
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

/** What the line makes; what stands above `alter table` is about the change, not about the table. */
function nameOf(code: string, table: string): string | undefined {
  const made = /^create (?:table|(?:unique )?index) (\w+)/.exec(code)?.[1];
  if (made !== undefined || table === '') return made;
  const column = /^ {2}(?:add column )?(\w+) /.exec(code)?.[1];
  return column === undefined ? undefined : `${table}.${column}`;
}
