/* An engine that is started on a full disk: as after a restart at night, when somebody comes to see what is wrong. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { describeWhere } from '../../testing/programs.ts';
import { temporaryDirectory } from '../../testing/service-process.ts';
import { SLOW } from '../../testing/slow.ts';
import { empty, fill, mayMount } from '../../testing/small-disk.ts';
import { type Engine, startEngine } from './engine.ts';

const run = promisify(execFile);

describeWhere(await mayMount(), 'on a full disk', 'somebody who may mount a small disk', () => {
  test('the ballast lets the engine start; without it the error gives advice; with room it is created again', {
    timeout: SLOW,
  }, async () => {
    const disk = await temporaryDirectory();
    await run('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk]);
    const engines: Engine[] = [];
    onTestFinished(async () => {
      for (const engine of engines) await engine.stop();
      await run('umount', [disk]);
    });
    const start = async () => {
      const dataDir = join(disk, 'data');
      const engine = await startEngine({ dataDir, onLog: () => undefined });
      engines.push(engine);
      return engine;
    };
    const first = await start();
    expect(first.isOnReserve()).toBe(false);
    const ballast = join(first.cluster, 'footfall.ballast');
    await expect
      .poll(() => run('stat', ['-c', '%s', ballast]).then(outputOf, outputOf))
      .toBe('67108864');
    await first.stop();

    await fill(disk, 'filler');
    const second = await start();
    expect(second.isOnReserve()).toBe(true);
    await second.stop();

    await fill(disk, 'rest');
    await expect(start()).rejects.toThrow(/The disk of DATA_DIR .* is full\. Free/);

    await empty(disk, 'filler');
    await empty(disk, 'rest');
    const third = await start();
    await expect.poll(() => third.isOnReserve()).toBe(false);
    expect(outputOf(await run('stat', ['-c', '%s', ballast]))).toBe('67108864');
  });
});

function outputOf(answer: { stdout?: string }): string {
  return answer.stdout?.trim() ?? '';
}
