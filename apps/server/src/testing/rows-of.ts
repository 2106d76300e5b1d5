import postgres from 'postgres';

/** How many rows a table of the database has, as its owner sees them. */
export async function rowsOf(url: string, table: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  try {
    const [row] = await sql`select count(*)::integer as rows from ${sql(table)}`;
    return row?.rows ?? 0;
  } finally {
    await sql.end();
  }
}
