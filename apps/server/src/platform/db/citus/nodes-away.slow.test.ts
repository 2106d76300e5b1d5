/* A node of the cluster that goes away, and a part that goes to another node, while messages come. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestAnswer } from '@footfall/contract/ingest';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { describeOnCitus, type TestCitus } from '../../../testing/citus.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { startHarness, type TestWorkspace, wideLimits } from '../../../testing/harness.ts';
import {
  type Service,
  startFootfall,
  temporaryDirectory,
} from '../../../testing/service-process.ts';
import { signedIn } from '../../../testing/signed-in.ts';
import { migrate } from '../migrate.ts';
import { listNodes } from './shard-views.ts';

const view = (visitor_id: string, message_id: string) => {
  const context = { page: { url: 'https://a.example/x' } };
  return { type: 'event', name: 'page_view', message_id, visitor_id, context };
};
type Message = ReturnType<typeof view>;

async function stageOn(cluster: TestCitus) {
  const { ownerUrl } = cluster;
  await migrate(ownerUrl);
  await cluster.join();
  await migrate(ownerUrl);
  const h = await startHarness({}, {}, { ownerUrl });
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  afterAll(() => owner.end());
  const at: TestWorkspace[] = [];
  while (at.filter(Boolean).length < 2) {
    const made = await h.newWorkspace();
    at[await h.db.servers.find(made.id)] = made;
  }
  return { cluster, ownerUrl, h, owner, at };
}

await describeOnCitus(stageOn, {}, (stage) => {
  const { cluster, ownerUrl, h, owner, at } = stage;
  const [here, there] = at as [TestWorkspace, TestWorkspace];
  const nodeOf = async (place: number) => {
    const node = (await listNodes(owner))[place];
    if (!node) throw new Error('no such node');
    return node;
  };

  test('a part that is moved to the other node loses nothing, and is written there', async () => {
    const [part] = await owner<{ id: string }[]>`
      select get_shard_id_for_distribution_column('workspaces', ${here.id}::uuid)::text as id`;
    const [from, to] = [await nodeOf(0), await nodeOf(1)];
    const services = [await startProcess(), await startProcess()];
    const sender = sending([here], services);
    await expect.poll(() => sender.count(here)).toBeGreaterThan(10);
    const admin = postgres(cluster.adminUrl(), { max: 1, onnotice: () => undefined });
    await admin`
      select citus_move_shard_placement(${part?.id ?? ''}::bigint, ${from.host}, ${from.port}, ${to.host}, ${to.port},
                                        shard_transfer_mode => 'block_writes')`;
    await admin.end();
    const counted = sender.count(here);
    await expect.poll(() => sender.count(here)).toBeGreaterThan(counted + 20);
    // One of them ends amid its work; what it did not answer is sent again to the other.
    await services[0]?.end('SIGKILL');
    await expect.poll(() => sender.count(here)).toBeGreaterThan(counted + 40);
    await sender.stop();
    // This process has not asked since.
    await h.send(view(randomUUID(), randomUUID()), here.productionKey).catch(() => undefined);
    await expect.poll(() => h.db.servers.find(here.id)).toBe(1);
    await expectStored(sender.acknowledged(here), here);
    const moved = await h.newWorkspace();
    expect(await h.send(view(randomUUID(), 'after'), moved.productionKey)).toMatchObject({
      accepted: 1,
    });
  });

  test('a node that is killed takes its own workspaces along only, and nothing that was acknowledged', async () => {
    let alive = here;
    while ((await h.db.servers.find(alive.id)) !== 0) alive = await h.newWorkspace();
    const dead = there;
    const services = [await startProcess(), await startProcess()];
    const fresh = await h.newKey({ workspaceId: alive.id });
    const member = await signedIn(h, { workspaceId: alive.id });
    const stranded = await signedIn(h, { workspaceId: dead.id });
    // It would be noted now that they are in use, on each node.
    await owner`update user_sessions set updated_at = now() - interval '1 hour'`;
    const sender = sending([alive, dead], services);
    await expect.poll(() => sender.count(dead)).toBeGreaterThan(10);
    const { port } = await nodeOf(1);
    const worker = cluster.workers.find((node) => node.port === port);
    await worker?.kill('SIGKILL');
    const counted = sender.count(alive);
    await expect.poll(() => sender.count(alive)).toBeGreaterThan(counted + 5);
    // A key that nobody has asked for yet is found, and reads go on.
    await h.client(fresh.key).visitors.list();
    expect((await h.fetch('/readyz')).status).toBe(200);
    await expect(h.send(view(randomUUID(), 'x'), dead.productionKey)).rejects.toThrow('503');
    // Whoever is signed in goes on where the workspace is there.
    const session = (await member.get('/auth/session')).body;
    expect(session).toMatchObject({ data: { workspaces: [{ id: alive.id }] } });
    expect((await member.get('/visitors')).status).toBe(200);
    expect((await stranded.get('/visitors')).status).toBe(503);
    const result = await runCommand(['doctor'], { DATABASE_URL: ownerUrl, PORT: '0' });
    expect([result.code, result.stdout]).toEqual([
      1,
      expect.stringMatching(new RegExp(`WRONG +Citus +127.0.0.1:${port} does not answer`)),
    ]);
    await services[0]?.end('SIGKILL');
    await worker?.start();
    const before = sender.count(dead);
    await expect.poll(() => sender.count(dead)).toBeGreaterThan(before);
    await sender.stop();
    // That somebody is here is noted again.
    await expect
      .poll(async () => {
        await member.get('/visitors');
        return owner`select from user_sessions where user_id = ${member.id} and updated_at > now() - interval '1 minute'`;
      })
      .toHaveLength(1);
    await expectStored(sender.acknowledged(alive), alive);
    await expectStored(sender.acknowledged(dead), dead);
  });

  /** The service as a process of its own; it ends with the test. */
  async function startProcess(): Promise<Service> {
    const env = { DATABASE_URL: ownerUrl, ...wideLimits };
    return startFootfall({ dataDir: await temporaryDirectory(), env });
  }

  /**
   * Messages by several processes at once, one after another in each for each workspace. What one does not answer, another
   * is told until it is acknowledged.
   */
  function sending(workspaces: TestWorkspace[], services: Service[]) {
    let isOver = false;
    const acknowledged = new Map(workspaces.map(({ id }) => [id, [] as Message[]]));
    const loops = workspaces.flatMap(({ id, productionKey }) =>
      services.map(async (_, own) => {
        let message = view(randomUUID(), randomUUID());
        for (let turn = own; !isOver; turn++) {
          const service = services[turn % services.length];
          if (!(await isAcknowledged(service, message, productionKey))) {
            await sleep(10);
            continue;
          }
          acknowledged.get(id)?.push(message);
          message = view(randomUUID(), randomUUID());
        }
      }),
    );
    return {
      count: ({ id }: TestWorkspace) => acknowledged.get(id)?.length ?? 0,
      acknowledged: ({ id }: TestWorkspace) => acknowledged.get(id) ?? [],
      async stop() {
        isOver = true;
        await Promise.all(loops);
      },
    };
  }

  async function isAcknowledged(service: Service | undefined, message: Message, key: string) {
    try {
      const answer = await fetch(`${service?.url}/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-key': key },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(10_000),
      });
      const { data } = (await answer.json()) as Partial<IngestAnswer>;
      return answer.status === 200 && (data?.accepted === 1 || data?.duplicates === 1);
    } catch {
      return false;
    }
  }

  /** Each of them, and once: all have visitors of their own. */
  async function expectStored(messages: Message[], { id, productionKey }: TestWorkspace) {
    for (let from = 0; from < messages.length; from += 500) {
      const part = messages.slice(from, from + 500);
      expect(await h.send(part, productionKey)).toMatchObject({ duplicates: part.length });
    }
    const visitors = messages.map(({ visitor_id }) => visitor_id);
    const stored = await h.db.workspace(
      id,
      (tx) => tx`select visitor_id from events where visitor_id = any(${visitors}::uuid[])`,
    );
    expect(stored).toHaveLength(messages.length);
  }
});
