#!/usr/bin/env node
// The `footfall` command: builds what is missing or older than its source, then runs the command
// line program in this same process, so that signals and exit codes are its own.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\nfootfall: it needs Node.js 20.19 or newer, and this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

const { build, isBuilt } = await import('./build.mjs');
if (!isBuilt() && !(await build())) process.exit(1);

const { run } = await import(new URL('../apps/server/dist/cli/main.js', import.meta.url).href);
process.exit(await run(process.argv, process.env));
