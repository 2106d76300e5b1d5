/** Citus status for `footfall doctor`. */
import postgres from 'postgres';
import { hasCitus } from './detect.ts';
import { tablesToPlace } from './distribute.ts';
import { hasShardViews, listNodes } from './shard-views.ts';

const ownCure = 'run ./footfall migrate';

/** @throws what is wrong, with the remedy */
export async function citusState(ownerUrl: string): Promise<string> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    if (!(await hasCitus(owner))) return 'not used';
    const [extension] = await owner<{ version: string; isEmpty: boolean }[]>`
      select extversion as version, to_regclass('public.workspaces') is null as "isEmpty" from pg_extension where extname = 'citus'`;
    if (extension?.isEmpty) return `${extension.version}: the first start distributes the tables`;
    const left = await tablesToPlace(owner);
    if (left.length > 0) {
      const names = left.map(({ name }) => name).join(', ');
      throw new Error(`Only on the coordinator: ${names}. To distribute them, ${ownCure}.`);
    }
    const nodes = await listNodes(owner);
    const faults: string[] = [];
    for (const node of nodes) {
      const name = `${node.host}:${node.port}`;
      try {
        if (!(await hasShardViews(ownerUrl, node))) {
          faults.push(`${name} lacks the views of the service: ${ownCure}`);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        faults.push(
          `${name} does not answer (${reason}): the service must reach each worker at its address in pg_dist_node, with the user, password and database of DATABASE_URL`,
        );
      }
    }
    if (faults.length > 0) throw new Error(`${faults.join('; ')}.`);
    const [counted] = await owner<{ distributed: number; everywhere: number; parts: number }[]>`
      select count(*) filter (where partmethod = 'h')::integer as distributed,
             count(*) filter (where partmethod = 'n')::integer as everywhere,
             (select count(*)::integer from pg_dist_shard where logicalrelid = 'public.workspaces'::regclass) as parts
      from pg_dist_partition`;
    const { distributed = 0, everywhere = 0, parts = 0 } = counted ?? {};
    return `${extension?.version}: ${nodes.length} nodes with ${parts} shards; ${distributed} distributed tables, ${everywhere} reference tables`;
  } finally {
    await owner.end({ timeout: 5 });
  }
}
