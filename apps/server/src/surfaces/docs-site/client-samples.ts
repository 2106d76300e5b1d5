/** The reference's requests in the clients' languages, complete enough to run. `url`: the service's URL. */
import type { ExampleCall } from './example-call.ts';
import { literal, python, typescript, wrapped } from './literals.ts';

export type Message = Record<string, unknown> & { type: string };

export function typescriptSample(call: ExampleCall, url: string): string {
  const { answer, answerName: name } = call;
  const inputs = [call.id, call.query, call.body].filter(
    (input) => input && Object.keys(input).length > 0,
  );
  const request = `footfall.${call.name}(${inputs.map((input) => literal(input, typescript)).join(', ')})`;
  const lines = {
    record: `const ${name} = await ${request};\nconsole.log(${name});`,
    page: `const ${name} = await ${request};\nconsole.log(${name}.data);`,
    whole: `const ${name} = await ${request};\nconsole.log(${name}.data);`,
    nothing: `await ${request};`,
    stream: `for await (const event of ${request}) {\n  console.log(event.event, event.data);\n}`,
    file: `const file = await ${request};\nif (file.body) await writeFile('${name}.${call.extension}', file.body);`,
  };
  const imports = answer === 'file' ? `import { writeFile } from 'node:fs/promises';\n` : '';
  return `${imports}import { Footfall } from '@footfall/client';

const footfall = new Footfall(${literal({ baseUrl: url, apiKey: 'svc_sk_…' }, typescript)});

${lines[answer]}`;
}

/** With @footfall/node. */
export function nodeSample(messages: Message[], url: string): string {
  const calls = messages.map(
    ({ type, ...message }) => `footfall.${methodOf(type)}(${literal(message, typescript)});`,
  );
  return `import { Footfall } from '@footfall/node';

const footfall = new Footfall(${literal({ key: 'svc_pk_…', host: url }, typescript)});

${calls.join('\n')}
await footfall.close();`;
}

export function pythonSample(call: ExampleCall, url: string): string {
  const name = snakeCase(call.answerName);
  const request = pythonCall(`client.${snakeCase(call.name)}`, call.id, {
    ...call.query,
    ...call.body,
  });
  const lines = {
    record: `${name} = ${request}\nprint(${name})`,
    page: `${name} = ${request}.first_page()\nprint(${name}.data)`,
    whole: `${name} = ${request}\nprint(${name}["data"])`,
    nothing: request,
    stream: `for event in ${request}:\n    print(event.event, event.data)`,
    file: `${request}.save("${name}.${call.extension}")`,
  };
  return withClient({ base_url: url, api_key: 'svc_sk_…' }, lines[call.answer]);
}

export function pythonIngestSample(messages: Message[], url: string): string {
  const calls = messages.map(({ type, ...message }) => {
    const { name, ...rest } = message;
    const [first, named] = type === 'event' ? [String(name), rest] : [undefined, message];
    return pythonCall(`client.ingest.${methodOf(type)}`, first, named);
  });
  return withClient({ base_url: url, write_key: 'svc_pk_…' }, calls.join('\n'));
}

function withClient(options: Record<string, string>, lines: string): string {
  return `from footfall import Footfall

with ${pythonCall('Footfall', undefined, options)} as client:
${lines.replaceAll(/^/gm, python.indent)}`;
}

function pythonCall(
  callee: string,
  first: string | undefined,
  named: Record<string, unknown>,
): string {
  const inputs = Object.entries(named).map(([key, value]) => `${key}=${literal(value, python)}`);
  if (first !== undefined) inputs.unshift(literal(first, python));
  return wrapped(`${callee}(`, inputs, ')', python);
}

/** Method in both clients for a type of message. */
function methodOf(type: string): string {
  return type === 'event' ? 'track' : type;
}

/** `auditLog.list` -> `audit_log.list` */
function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
}
