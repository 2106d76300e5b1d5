/* `footfall privacy export`: writes everything about a person or visitor to a file, with the same operation as REST. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { documentFormatNames, documentLanguages } from '@footfall/contract/document-formats';
import { type Command, Option } from 'commander';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { withDatabase } from './open-database.ts';
import { asEmail, asUuid } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

interface Flags {
  workspace: string;
  identity?: string;
  email?: string;
  visitor?: string;
  out: string;
  format: string;
  language: string;
  test?: boolean;
  json?: boolean;
}

/** `privacy`: the command group. */
export function addPrivacyExport(privacy: Command, config: () => Config): void {
  workspaceCommand(privacy, 'export', 'write everything about a person or visitor to a file')
    .option('--identity <id>', 'ID of the identity', asUuid)
    .option('--email <address>', 'email address of the person', asEmail)
    .option('--visitor <id>', 'ID of a visitor, for an anonymous device', asUuid)
    .option('--test', 'look for the email address in test data')
    .requiredOption('--out <file>', 'file to create')
    .addOption(
      new Option('--format <format>', 'file format').choices(documentFormatNames).default('json'),
    )
    .addOption(
      new Option('--language <language>', 'language of the HTML page')
        .choices([...documentLanguages])
        .default('en'),
    )
    .action(async (flags: Flags) => {
      requireOneSubject(flags);
      const bytes = await withDatabase(config(), (db) => writeDocument(db, flags));
      const text = flags.json ? JSON.stringify({ file: flags.out, bytes }) : `Wrote ${flags.out}.`;
      process.stdout.write(`${text}\n`);
    });
}

function requireOneSubject({ identity, email, visitor }: Flags): void {
  if ([identity, email, visitor].filter((one) => one !== undefined).length === 1) return;
  throw new StartError('Use exactly one of --identity, --email and --visitor.');
}

/** Returns the bytes written. */
async function writeDocument(db: Database, flags: Flags): Promise<number> {
  const { documentAsOperator } = await import('./run-as-operator.ts');
  const { workspace, visitor, out, format, language } = flags;
  const id = visitor ?? flags.identity ?? (await personWith(db, flags));
  const operation = visitor ? 'exportVisitor' : 'exportIdentity';
  const input = { params: { id }, query: { format, language } };
  const document = await documentAsOperator(db, workspace, operation, input);
  // Readable by this user only; an existing file is never replaced.
  const file = createWriteStream(out, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(document.bytes(), { objectMode: false }), file);
  } catch (error) {
    document.close();
    if (isTaken(error)) {
      throw new StartError(`${out} already exists. Choose another file, or delete it first.`, {
        cause: error,
      });
    }
    if (file.bytesWritten > 0 || file.pending === false) await rm(out, { force: true });
    throw error;
  }
  return file.bytesWritten;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

async function personWith(db: Database, { workspace, email = '', test = false }: Flags) {
  const { runAsOperator } = await import('./run-as-operator.ts');
  const query = { email, test: String(test), limit: '1' };
  const answer = await runAsOperator(db, workspace, 'listIdentities', { query });
  const [person] = (answer as { data: { id: string }[] }).data;
  if (!person) throw new StartError('No person in this workspace has this email address.');
  return person.id;
}
