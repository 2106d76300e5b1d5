// What ./footfall runs: builds what is missing or made from other sources, then runs the command line
// program in this same process, so that signals and exit codes are its own.
import { readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\nfootfall: it needs Node.js 20.19 or newer, and this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

// With fewer not even its modules can be read, and each fails with a message of its own.
const leastOpenFiles = 256;
const openFiles = mostOpenFiles();
if (openFiles < leastOpenFiles) {
  console.error(
    `\nfootfall: it may have ${openFiles} files and connections open at once, and needs at least ${leastOpenFiles}. To raise that, run \`ulimit -n 8192\` in the shell that starts it, set LimitNOFILE=8192 in its systemd unit, or give --ulimit nofile=8192 to its container.\n`,
  );
  process.exit(1);
}

const { hasBuildTools, lastBuild } = await import('./last-build.mjs');
const state = lastBuild();
if (state === 'outdated' && !hasBuildTools()) {
  console.error(
    'footfall: what is built here was made from other sources, and what could build these is not installed: running what is built. To build: npm ci && npm run build',
  );
} else if (state !== 'current') {
  const { build } = await import('./build.mjs');
  if (!(await build())) process.exit(1);
}

const { run } = await import(new URL('../apps/server/dist/bundled/main.js', import.meta.url).href);
process.exit(await run(process.argv, process.env));

// Node.js has raised it as far as it may. Linux says so in a file; elsewhere there is no such low limit as a rule.
function mostOpenFiles() {
  try {
    const [, soft] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}
