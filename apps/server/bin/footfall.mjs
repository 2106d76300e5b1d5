#!/usr/bin/env -S node --max-semi-space-size=64
// The `footfall` command of the installed package. In the checkout ./footfall is it, which builds first.
import { run } from '../dist/bundled/main.js';

// biome-ignore lint/style/noProcessEnv: the entry hands it on, as scripts/footfall.mjs does.
process.exit(await run(process.argv, process.env));
