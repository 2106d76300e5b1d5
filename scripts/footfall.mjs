// The program behind ./footfall: builds what is outdated, then runs the command line in the same process, so that
// signals and exit codes pass through.
import { readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\nfootfall: Footfall needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

// With fewer, not even its modules can be read.
const leastOpenFiles = 256;
const openFiles = mostOpenFiles();
if (openFiles < leastOpenFiles) {
  console.error(
    `\nfootfall: the limit of open files is ${openFiles}, and Footfall needs at least ${leastOpenFiles}. Run \`ulimit -n 8192\` in the shell that starts it, set LimitNOFILE=8192 in the systemd unit, or start the container with --ulimit nofile=8192.\n`,
  );
  process.exit(1);
}

const { hasBuildTools, lastBuild } = await import('./last-build.mjs');
const state = lastBuild();
if (state === 'outdated' && !hasBuildTools()) {
  console.error(
    'footfall: the build is older than the sources, and the build tools are not installed. Running the existing build. To build again: npm ci && npm run build',
  );
} else if (state !== 'current') {
  const { build } = await import('./build.mjs');
  if (!(await build())) process.exit(1);
}

const { run } = await import(new URL('../apps/server/dist/bundled/main.js', import.meta.url).href);
process.exit(await run(process.argv, process.env));

// Node.js has raised it as far as allowed. Linux reports it in a file; other systems have no such low limit.
function mostOpenFiles() {
  try {
    const [, soft] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}
