/* `footfall api`: every operation of the contract, over HTTP, with a key. */
import { readFileSync } from 'node:fs';
import { Argument, Command, Option } from 'commander';
import { ownCommand } from '../../platform/common/own-command.ts';
import { StartError } from '../../platform/common/start-error.ts';
import { writeOut } from '../write-out.ts';
import { readAll } from './pages.ts';
import { jsonLine, linesOf, printable, tableOf } from './render.ts';
import {
  ApiFailure,
  exitCodes,
  type PagedBody,
  request,
  type Target,
  targetOf,
} from './request.ts';
import { skill } from './skill.ts';
import { type ApiInput, flagOf, inputOf, isFlag } from './values.ts';
import { type ApiCommand, apiCommands, type Input, recordOf, usualFields } from './words.ts';

interface OwnFlags {
  json?: boolean;
  url?: string;
  data?: string;
  all?: boolean;
}

const environment = `
Environment:
  FOOTFALL_KEY  secret key, svc_sk_…; not an option, because other users of the machine could see it
  FOOTFALL_URL  address of the service (http://127.0.0.1:8080)

Exit codes: 0 success, ${exitCodes.key} missing key or permission, ${exitCodes.missing} record not found, ${exitCodes.later} service unavailable or
rate limited, ${exitCodes.failed} any other error.`;

/** Resolves with the exit code. @throws CommanderError for invalid arguments */
export async function runApi(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  let exitCode = 0;
  const program = apiProgram(async (command, values, flags) => {
    exitCode = await callAndShow(command, values, flags, env);
  });
  await program.parseAsync(args, { from: 'user' });
  return exitCode;
}

type Act = (command: ApiCommand, values: Map<Input, string>, flags: OwnFlags) => Promise<void>;

function apiProgram(act: Act): Command {
  const program = new Command(`${ownCommand} api`)
    .description('Calls the REST API of a running service with a secret key.')
    .exitOverride()
    .showHelpAfterError(`(run ${ownCommand} api to see every operation)`)
    .option('--skill', 'print a skill that teaches an agent to use this command')
    .helpCommand(false)
    .addHelpText('after', () => `\n${operationLines().join('\n')}\n${environment}`)
    .configureHelp({ visibleCommands: () => [] })
    .usage('<operation> [options]')
    .allowExcessArguments()
    .action(({ skill: isWanted }: { skill?: boolean }) => {
      const [word] = program.args;
      if (word !== undefined) program.error(`error: unknown operation ${printable(word)}`);
      if (isWanted) process.stdout.write(skill);
      else program.outputHelp();
    });
  const verbs = new Map<string, Command>();
  for (const command of apiCommands) {
    const [verb = '', noun] = command.words;
    if (noun === undefined) {
      addOperation(program.command(verb), command, act);
      continue;
    }
    const group = verbs.get(verb) ?? program.command(verb).helpCommand(false);
    verbs.set(verb, group);
    addOperation(group.command(noun), command, act);
  }
  return program;
}

function operationLines(): string[] {
  const named = apiCommands.map(({ words, arguments: own, operation }) => ({
    tag: operation.tag,
    call: [...words, ...own.map(({ name }) => `<${name}>`)].join(' '),
    summary: operation.summary,
  }));
  const width = Math.max(...named.map(({ call }) => call.length)) + 2;
  return named.flatMap(({ tag, call, summary }, place) => [
    ...(named[place - 1]?.tag === tag ? [] : [`${tag}:`]),
    `  ${call.padEnd(width)}${summary}`,
  ]);
}

function addOperation(command: Command, api: ApiCommand, act: Act): void {
  const { operation } = api;
  command.description([operation.summary, operation.description].filter(Boolean).join('. '));
  for (const { name, declared } of api.arguments) {
    command.addArgument(new Argument(`<${name}>`, declared.description));
  }
  for (const input of api.options) command.addOption(optionOf(input));
  if (operation.body) {
    command.option('--data <json>', 'body as JSON; @FILE reads a file, @- standard input');
  }
  if (isPaged(api)) command.option('--all', 'read every page, up to 10000 records');
  command
    .option('--url <address>', 'address of the service, instead of FOOTFALL_URL')
    .option('--json', 'print the answer as JSON on one line')
    .action(async (...parts: unknown[]) => {
      const flags = parts[api.arguments.length] as Record<string, unknown>;
      const values = new Map<Input, string>();
      for (const [place, input] of api.arguments.entries()) values.set(input, String(parts[place]));
      for (const input of api.options) {
        const text = flags[attributeOf(input)];
        if (text !== undefined) values.set(input, String(text));
      }
      await act(api, values, flags as OwnFlags);
    });
}

function isPaged({ operation, options }: ApiCommand): boolean {
  return recordOf(operation).isList && options.some(({ name }) => name === 'offset');
}

export function optionOf({ name, declared, isRequired }: Input): Option {
  const value = isFlag(declared) ? '[true|false]' : `<${wordOf(declared.type)}>`;
  const choices = declared.enum?.filter((word) => !word.startsWith('-'));
  const parts = [
    declared.description,
    choices && `One of ${choices.join(', ')}.`,
    // May come from this option or --data, so the service checks for it.
    isRequired && 'Required.',
  ];
  return new Option(`${flagOf(name)} ${value}`, parts.filter(Boolean).join(' '));
}

export function attributeOf({ name }: Input): string {
  return new Option(flagOf(name)).attributeName();
}

function wordOf(type: string | string[] | undefined): string {
  const [first = 'text'] = [type].flat();
  return { string: 'text', object: 'json', array: 'list', integer: 'number' }[first] ?? first;
}

async function callAndShow(
  command: ApiCommand,
  values: Map<Input, string>,
  flags: OwnFlags,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const target = targetOf(env, flags.url);
    const fields = fieldsShown(command, values, flags);
    const input = inputOf(values, dataIn(flags.data));
    if (fields) input.query.set('fields', fields.join());
    const { file, document, stream } = command.operation;
    if (file || document) await save(target, command, input);
    else if (stream) await follow(target, command, input);
    else await showAnswer(target, command, input, flags, fields);
    return 0;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    console.error(`footfall: ${error.message}`);
    return error.exitCode;
  }
}

/** On a terminal, as many as fit, unless named. */
function fieldsShown(
  { operation, options }: ApiCommand,
  values: Map<Input, string>,
  flags: OwnFlags,
): readonly string[] | undefined {
  const fields = options.find(({ name }) => name === 'fields');
  const named = fields && values.get(fields);
  if (named !== undefined) return named.split(',').map((name) => name.trim());
  return fields && !flags.json ? usualFields(operation) : undefined;
}

function dataIn(data: string | undefined): string | undefined {
  if (!data?.startsWith('@')) return data;
  const path = data.slice(1);
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (cause) {
    throw new StartError(`--data: cannot read ${path}. Check the path and its permissions.`, {
      cause,
    });
  }
}

async function showAnswer(
  target: Target,
  { operation }: ApiCommand,
  input: ApiInput,
  { json, all }: OwnFlags,
  fields: readonly string[] | undefined,
): Promise<void> {
  const body = all
    ? await readAll(target, operation, input)
    : await bodyOf(await request(target, operation, input));
  if (json) return console.log(jsonLine(body ?? {}));
  const { declared, isList } = recordOf(operation);
  const { data, pagination } = (body ?? {}) as Partial<PagedBody>;
  if (body === undefined) console.log('Done.');
  else if (!isList || !Array.isArray(data)) console.log(linesOf(data ?? body, declared).join('\n'));
  else console.log(tableOf(data, declared, fields).join('\n'));
  if (Array.isArray(data) && pagination) console.error(permissionsOf(data.length, pagination));
}

/** Undefined for a 204. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

function permissionsOf(shown: number, { total, next_cursor }: PagedBody['pagination']): string {
  if (next_cursor)
    return `${shown} of ${total}. For the next page, add --cursor ${printable(next_cursor)}`;
  return shown < total ? `${shown} of ${total}. Add --all to see all.` : `${shown} of ${total}.`;
}

/** Writes the raw bytes, for a file or another program. */
async function save(target: Target, { operation }: ApiCommand, input: ApiInput): Promise<void> {
  const { body } = await request(target, operation, input);
  if (body) await writeOut(body);
}

/** Prints changes as they arrive, until either side ends the stream. */
async function follow(target: Target, { operation }: ApiCommand, input: ApiInput): Promise<void> {
  const { body } = await request(target, operation, input);
  if (!body) return;
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) console.log(printable(line));
  }
}
