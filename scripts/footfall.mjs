// What ./footfall runs: builds what is missing or made from other sources, then runs the command line
// program in this same process, so that signals and exit codes are its own.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\nfootfall: it needs Node.js 20.19 or newer, and this is ${process.versions.node}.\n`,
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
