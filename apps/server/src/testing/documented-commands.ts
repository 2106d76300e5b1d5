/*
 * The curl commands of a Markdown file, run in a shell as they are written, with the placeholders
 * filled in, so that what the documents say stays true.
 *
 * Placeholders: svc_pk_…, svc_dev_…, svc_sk_…, svc_sk_hidden… (one from which personal data is hidden), http://127.0.0.1:8080, the ID of a record in a path
 * (the first of its list is taken), t=…,v1=… (the signature of the body that is sent), and "ETAG" (the version that the record in the path has now).
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signatureHeader } from '../accounts/keys/signature.ts';

const run = promisify(execFile);

export interface DocumentedCommand {
  text: string;
  /** The block right behind the command, where there is one. */
  answer?: { language: 'json' | 'http'; text: string };
}

export function commandsOf(markdown: string): DocumentedCommand[] {
  const fences = /^```(\w*)\n([\s\S]*?)^```\n(?:\n```(json|http)\n([\s\S]*?)^```$)?/gm;
  return [...markdown.matchAll(fences)].flatMap(([, language, block = '', kind, answer = '']) => {
    if (language !== 'sh') return [];
    const commands = splitCommands(block).map((text): DocumentedCommand => ({ text }));
    const last = commands.at(-1);
    if (last && (kind === 'json' || kind === 'http'))
      last.answer = { language: kind, text: answer };
    return commands.filter(({ text }) => /\bcurl\b/.test(text));
  });
}

/** A command ends with its line, unless a quote is open or the line ends with a backslash or a pipe. */
function splitCommands(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.trimEnd().split('\n')) {
    open += `${line}\n`;
    const quotes = open.replaceAll("\\'", '').split("'").length - 1;
    if (quotes % 2 === 1 || /[\\|]\n$/.test(open)) continue;
    commands.push(open.trim());
    open = '';
  }
  return commands;
}

export interface CommandAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export interface Placeholders {
  url: string;
  productionKey: string;
  developmentKey: string;
  secretKey: string;
  hiddenKey: string;
  signingSecret: string;
}

export async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false,
  );
}

export async function runCommand(text: string, values: Placeholders): Promise<CommandAnswer> {
  const [answer] = await runCommands([text], values);
  return answer as CommandAnswer;
}

/** One after the other in one shell: to start one for each takes longer than what most do. */
export async function runCommands(texts: string[], values: Placeholders): Promise<CommandAnswer[]> {
  const home = await mkdtemp(join(tmpdir(), 'footfall-curl-'));
  try {
    await writeFile(
      join(home, '.curlrc'),
      'silent\nmax-time = 10\nwrite-out = "\\n%{http_code}"\n',
    );
    const end = `end of ${randomUUID()}`;
    const filled = await Promise.all(texts.map((text) => fillIn(text, values)));
    const script = filled.map(
      (text) => `${text}\nended=$?; echo ' ${end}'; test $ended -eq 0 || exit $ended\n`,
    );
    const env = { PATH: process.env.PATH, CURL_HOME: home };
    // There, what a command writes into a file goes away as well.
    const options = { env, cwd: home, maxBuffer: 2 ** 26 };
    const { stdout } = await run('sh', ['-c', script.join('')], options);
    return stdout.split(` ${end}\n`).slice(0, -1).map(readAnswer);
  } finally {
    await rm(home, { recursive: true });
  }
}

function readAnswer(stdout: string): CommandAnswer {
  const end = stdout.lastIndexOf('\n');
  const status = Number(stdout.slice(end + 1));
  const content = stdout.slice(0, end);
  if (!content.startsWith('HTTP/')) return { status, headers: new Map(), body: content };
  const [head = '', ...rest] = content.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/: ?(.*)/);
    return [name.toLowerCase(), value];
  });
  return { status, headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

async function fillIn(text: string, values: Placeholders): Promise<string> {
  const filled = text
    .replaceAll('svc_pk_…', values.productionKey)
    .replaceAll('svc_dev_…', values.developmentKey)
    .replaceAll('svc_sk_…', values.secretKey)
    .replaceAll('svc_sk_hidden…', values.hiddenKey)
    .replaceAll('http://127.0.0.1:8080', values.url)
    .replaceAll('t=…,v1=…', signatureHeader(values.signingSecret, bodyIn(text), Date.now()));
  const collection = /\/api\/v1\/(\w+)\/ID\b/.exec(filled)?.[1];
  if (!collection) return filled;
  const record = await firstOf(collection, values);
  return filled.replaceAll('/ID', `/${record.id}`).replaceAll('"ETAG"', record.etag);
}

/** What stands in quotes behind `-d`. */
function bodyIn(text: string): string {
  return /-d '([^']*)'/.exec(text)?.[1] ?? '';
}

async function firstOf(collection: string, { url, secretKey }: Placeholders) {
  const headers = { Authorization: `Bearer ${secretKey}` };
  const list = await fetch(`${url}/api/v1/${collection}?limit=1`, { headers });
  const { data } = (await list.json()) as { data: { id: string }[] };
  const [record] = data;
  if (!record) throw new Error(`no record to take for ID in ${collection}`);
  const single = await fetch(`${url}/api/v1/${collection}/${record.id}`, { headers });
  return { id: record.id, etag: single.headers.get('etag') ?? '' };
}
