/* The attacker's process, with lower priority than the service on the same machine. */
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from '../load/connection.ts';
import { attackRows, requestOf } from './rows.ts';

export type Attack = { row: string; port: number; key: string; seconds: number };

export type AttackResult = {
  /** Responses by status. */
  answers: Record<string, number>;
  wireBytes: number;
};

const nice = 10;
/** Pause of a client after a rejection. */
const pauseMs = 50;

async function attack({ row: name, port, key, seconds }: Attack): Promise<AttackResult> {
  const row = attackRows.find((one) => one.name === name);
  if (!row) throw new Error(`no such row: ${name}`);
  const requests = row.bodies().map((body) => requestOf(row, body, key));
  const result: AttackResult = { answers: {}, wireBytes: 0 };
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const connection = async () => {
    let done: (status: number) => void = () => {};
    const { send, close } = await openConnection(
      port,
      ({ status }) => done(status),
      () => done(0),
    );
    while (performance.now() < end) {
      const request = requests[next++ % requests.length] ?? Buffer.alloc(0);
      const left = Math.max(1, end - performance.now());
      const answered = new Promise<number>((resolve) => {
        done = resolve;
        send(request);
      });
      const status = await Promise.race([answered, sleep(left, -1)]);
      if (status < 0) break;
      result.wireBytes += request.length;
      result.answers[status] = (result.answers[status] ?? 0) + 1;
      if (status === 0) break;
      if (status !== 200) await sleep(pauseMs);
    }
    close();
  };
  await Promise.all(Array.from({ length: row.connections }, connection));
  return result;
}

setPriority(nice);
process.on('message', (order: Attack) => {
  attack(order).then(
    (result) => process.send?.({ result }),
    (cause: unknown) => process.send?.({ failed: String(cause) }),
  );
});
process.on('disconnect', () => process.exit(0));
