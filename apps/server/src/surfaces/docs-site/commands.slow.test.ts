/* Every curl command of the README, the guides and the reference, run as written. */
import { readdir, readFile } from 'node:fs/promises';
import { errorCatalogue } from '@footfall/contract/errors';
import { operations } from '@footfall/contract/operations';
import { beforeAll, expect, test } from 'vitest';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { changeSettings } from '../../accounts/workspaces/settings.ts';
import {
  commandsOf,
  type DocumentedCommand,
  hasCurl,
  type Placeholders,
  runCommand,
  runCommands,
} from '../../testing/documented-commands.ts';
import type { Harness } from '../../testing/harness.ts';
import { describeWith } from '../../testing/programs.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const root = new URL('../../../../../', import.meta.url);
const guides = (await readdir(new URL('docs/guides/', root)))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/guides/${name}`);

let service: Harness;

beforeAll(async () => {
  service = await sharedHarness();
});

// Without curl there is nothing to run, but a complete run has to have it.
describeWith((await hasCurl()) ? 'curl' : undefined, 'curl commands', 'install curl', () => {
  test.for(['README.md', ...guides])('of %s work and answer as written', async (file) => {
    const text = await readFile(new URL(file, root), 'utf8');
    const commands = commandsOf(text);
    const values = await placeholders();
    // A reader has run this command before a sample that needs the setting.
    if (isCookielessAllowedFirst(text)) {
      await service.db.system((tx) =>
        changeSettings(tx, values.workspaceId, { cookieless: 'allow' }),
      );
    }
    expect(commands).not.toEqual([]);
    for (const command of commands) await check(command, values);
  });

  test('of the reference are accepted', async () => {
    const values = await placeholders();
    const commands = await referenceCommands();
    expect(commands.length).toBeGreaterThan(Object.keys(operations).length);
    const answers = await runCommands(commands, values);
    for (const [place, { status, body }] of answers.entries()) {
      const command = commands[place] ?? '';
      // The ids are those of the examples: such a record is not there.
      const expected = /\/[\da-f]{8}-[\da-f-]{27}|\/overrides \\/.test(
        command.split('\n', 1)[0] ?? '',
      )
        ? [404]
        : [200, 201];
      expect(expected, `${command}\n${body}`).toContain(status);
    }
    expect(answers).toHaveLength(commands.length);
  });
});

function isCookielessAllowedFirst(text: string): boolean {
  const [setting, sample] = [
    text.indexOf(' --cookieless allow'),
    text.indexOf('"cookieless": true'),
  ];
  return setting !== -1 && setting < sample;
}

async function placeholders(): Promise<Placeholders & { workspaceId: string }> {
  const workspace = await service.newWorkspace();
  const { secret } = await service.db.system((tx) => createSigningSecret(tx, workspace.id, 'Test'));
  const { key: hiddenKey } = await service.newKey({ workspaceId: workspace.id, pii: 'hidden' });
  return {
    url: service.url,
    ...workspace,
    workspaceId: workspace.id,
    hiddenKey,
    signingSecret: secret,
  };
}

async function check({ text, answer }: DocumentedCommand, values: Placeholders): Promise<void> {
  const { status, headers, body } = await runCommand(text, values);
  const output = `${text}\n${status} ${body}`;
  if (answer?.language === 'http') {
    const [first = '', ...lines] = answer.text.trim().split('\n');
    expect(first, output).toContain(` ${status} `);
    const names = lines.map((line) => line.split(':', 1)[0]?.toLowerCase() ?? '');
    for (const name of names) expect([...headers.keys()], output).toContain(name);
    return;
  }
  // A shortened answer, with `, …` in it, is no JSON: it is there to be read.
  const documented = answer && !/[[{,]\s*…/.test(answer.text) && JSON.parse(answer.text);
  if (documented && 'error' in documented) {
    const { error } = documented as { error: keyof typeof errorCatalogue };
    expect(JSON.parse(body), output).toEqual(documented);
    expect(status, output).toBe(errorCatalogue[error].status);
    return;
  }
  expect([200, 201], output).toContain(status);
  if (documented) expect(JSON.parse(body), output).toMatchObject(shapeOf(documented) as object);
}

/** Values differ from run to run, names and types do not; lists may be shortened. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length > 0 ? expect.arrayContaining(value.map(shapeOf)) : expect.any(Array);
  }
  if (value === null) return null;
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([name, part]) => [name, shapeOf(part)]);
    return expect.objectContaining(Object.fromEntries(entries));
  }
  // Counts are what the text is about; page sizes too.
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return expect.any(String);
}

async function referenceCommands(): Promise<string[]> {
  const page = await (await service.fetch('/docs')).text();
  return [...page.matchAll(/<code>(curl [\s\S]*?)<\/code>/g)].map(([, command = '']) =>
    command
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll(service.config.publicUrl, 'http://127.0.0.1:8080'),
  );
}
