/** A process's resource use, from /proc; zero without it (macOS). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const ticksPerSecond = 100;
const tmpfsMagic = 0x01021994;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** User and system time of the process and its threads. */
export function cpuSeconds(pid: number): number {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

/** Of all child processes, including ended ones. */
export function childCpuSeconds(pid: number): number {
  return Number(
    execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === pid)
      .reduce(
        (sum, [child = 0]) =>
          sum + cpuSeconds(child) + endedSeconds(child) + childCpuSeconds(child),
        0,
      ),
  );
}

function endedSeconds(pid: number): number {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / ticksPerSecond;
}

export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** Samples the resident memory until `end`, which returns the peak. */
export function watchMemory(pid: number): { end(): number } {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, residentBytes(pid));
  };
  const timer = setInterval(sample, 100);
  return {
    end() {
      clearInterval(timer);
      sample();
      return peak;
    },
  };
}

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} x ${model}, ${memory} GiB, Node ${process.version}, ${process.platform}`;
}

/** Processor share used by others; figures of a busy machine are unreliable. */
export async function busyShare(): Promise<number> {
  const total = () =>
    cpus().reduce(
      (sum, { times }) => ({
        idle: sum.idle + times.idle,
        all: sum.all + times.idle + times.user + times.sys + times.nice + times.irq,
      }),
      { idle: 0, all: 0 },
    );
  const before = total();
  await sleep(1_000);
  const after = total();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

/** COMMIT costs nothing on an in-memory file system, which voids figures. */
export async function inMemory(directory: string): Promise<boolean> {
  return (await statfs(directory)).type === tmpfsMagic;
}

/** The measured commit, if git is available. */
export function describeVersion(root: string): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
