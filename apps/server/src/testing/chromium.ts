import { ChildProcess, execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { keepOpen } from './kept-open.ts';
import { findProgram } from './programs.ts';

/*
 * A real Chromium for tests, from npm alone. The package @sparticuz/chromium carries the browser
 * compressed; it is unpacked once into the temporary directory. Its own unpacking is not used: it
 * writes to fixed names in the shared /tmp and hands out half-written files to a parallel caller.
 *
 * CHROMIUM_PATH names another browser; on platforms that the package lacks, /usr/bin/chromium is tried.
 */

const run = promisify(execFile);

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Executable {
  path: string;
  env: Record<string, string>;
}

/** A headless Chromium that opens this address, and that nothing drives: a page costs half as much there. The caller ends it. */
export async function spawnChromium(address: string, profile: string): Promise<ChildProcess> {
  const { path, env } = await findChromium();
  const own = ['--headless', '--disable-popup-blocking', `--user-data-dir=${profile}`, address];
  return spawn(path, [...flags, ...own], { stdio: 'ignore', env: { ...process.env, ...env } });
}

interface PersonsChromium {
  keepsPages?: boolean;
  storesNothing?: boolean;
  program?: string;
}

/** One that keeps pages to go back to. That from npm is a headless shell, which cannot. */
export const keepingChromium = process.env.TEST_CHROMIUM || findProgram('chromium');
export const keepingChromiumRemedy = "install Debian's chromium or set TEST_CHROMIUM";

/** Starts a headless Chromium; the caller closes it. It says that it is one, and by that it is a bot. */
export async function launchChromium(): Promise<Browser> {
  return launch(await findChromium(), flags, {});
}

/** Chromium ignores a flag that it does not know. */
const sharedFlag = '--shared-by-test-files';
const sharedFlags = [
  sharedFlag,
  // A page that is opened next has the process of the one before, with its scripts compiled.
  '--process-per-site',
  // What a page of others loads from elsewhere fails at once.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

let shared: Promise<Browser> | undefined;

/** One for all files of a worker, which ends with it. Each closes the contexts that it opens. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchShared();
  return shared;
}

async function launchShared(): Promise<Browser> {
  keepOpen(
    async (handle) => handle instanceof ChildProcess && handle.spawnargs.includes(sharedFlag),
  );
  return launch(await findChromium(), [...flags, ...sharedFlags], {});
}

/**
 * The same, as a person has it: with a user agent as of a Chromium with a window, and with a language and
 * an IANA time zone. By flags, since what is set for a page is forgotten as it goes away, and the script
 * has something to send then. Its brands (Sec-CH-UA) name HeadlessChrome all the same.
 * `keepsPages`: goes back to a page as it was left, as browsers do; Playwright switches that off. `storesNothing`: there is no
 * `localStorage`, and no cookie sticks. `program`: another than that from npm.
 */
export async function launchPersonsChromium(
  language: string,
  timezone: string,
  { keepsPages = false, storesNothing = false, program }: PersonsChromium = {},
): Promise<Browser> {
  const executable = program ? { path: program, env: {} } : await findChromium();
  const { stdout } = await run(executable.path, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...executable.env },
  });
  const [major = '147'] = /\d+/.exec(stdout) ?? [];
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
  const own = [`--user-agent=${agent}`, `--lang=${language}`, `--accept-lang=${language}`];
  if (storesNothing) own.push('--blink-settings=localStorageEnabled=false,cookieEnabled=false');
  const left = keepsPages ? ['--disable-back-forward-cache'] : [];
  return launch(executable, [...flags, ...own], { TZ: timezone }, left);
}

function launch(
  { path, env }: Executable,
  args: string[],
  further: Record<string, string>,
  ignoreDefaultArgs: string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    headless: true,
    args,
    ignoreDefaultArgs,
    env: { ...definedEnv(), ...env, ...further },
    // Commands that run in this process are told by them to stop, and no browser: it ends with the process as well.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

async function findChromium(): Promise<Executable> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { path: named, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium();
  const installed = '/usr/bin/chromium';
  if (existsSync(installed)) return { path: installed, env: {} };
  throw new Error('No Chromium for this platform: set CHROMIUM_PATH to the path of one.');
}

async function unpackedChromium(): Promise<Executable> {
  const dir = await unpack();
  const path = join(dir, 'chromium');
  const env: Record<string, string> = {};
  if (await lacksLibraries(path)) {
    const libraryPath = process.env.LD_LIBRARY_PATH;
    env.LD_LIBRARY_PATH = [join(dir, 'lib'), ...(libraryPath ? [libraryPath] : [])].join(':');
  }
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = join(dir, 'fonts.conf');
  return { path, env };
}

/** Unpacks beside the target and renames, so that a parallel caller sees all of it or nothing. */
async function unpack(): Promise<string> {
  // The entry point resolves to build/<format>/index; the archives are in bin/.
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const root = dirname(dirname(dirname(entry)));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const uid = process.getuid?.() ?? 0;
  const target = join(tmpdir(), `footfall-chromium-${version}-${uid}`);
  if (await isOurs(target, uid)) return target;

  const staging = await mkdtemp(`${target}-`);
  try {
    const bin = join(root, 'bin');
    await inflate(join(bin, 'chromium.br'), join(staging, 'chromium'));
    await chmod(join(staging, 'chromium'), 0o700);
    for (const name of ['al2023', 'swiftshader', 'fonts']) {
      const tar = join(staging, `${name}.tar`);
      await inflate(join(bin, `${name}.tar.br`), tar);
      await run('tar', ['--no-same-owner', '-xf', tar, '-C', staging]);
      await rm(tar);
    }
    await mkdir(join(staging, 'fontconfig-cache'));
    await writeFile(join(staging, 'fonts.conf'), fontConfig(target));
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was first, which is as good.
    if (!(await isOurs(target, uid))) throw error;
  }
  return target;
}

/** The temporary directory is shared: run nothing that somebody else could have put there. */
async function isOurs(dir: string, uid: number): Promise<boolean> {
  const stat = await lstat(dir).catch(() => undefined);
  if (stat === undefined) return false;
  if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o022) !== 0) {
    throw new Error(`${dir} belongs to another user or is writable by others: remove it.`);
  }
  return existsSync(join(dir, 'chromium'));
}

async function inflate(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

async function lacksLibraries(path: string): Promise<boolean> {
  const { stdout } = await run('ldd', [path]).catch(() => ({ stdout: 'not found' }));
  return stdout.includes('not found');
}

function fontConfig(target: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${target}/fonts</dir>
  <cachedir>${target}/fontconfig-cache</cachedir>
</fontconfig>
`;
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
