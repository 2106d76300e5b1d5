import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from '../paths.ts';

// The README beside the file says where it is from.
const file = 'apps/server/src/enrichment/user-agents/testdata/real-browsers.tsv.gz';

/** 5,000 different user agents of real visits, in an order that mixes browsers and systems. */
export async function realBrowsers(): Promise<string[]> {
  const rows = gunzipSync(await readFile(join(root, file)))
    .toString()
    .trimEnd()
    .split('\n');
  const agents = rows.map((row) => row.slice(row.indexOf('\t') + 1));
  // The file is sorted by name. 1,999 and the number of rows have no common divisor, so all come, and neighbours part.
  return agents.map((_, i) => agents[(i * 1_999) % agents.length] ?? '');
}
