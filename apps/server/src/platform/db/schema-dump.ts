/*
 * A migrated database's tables as readable text: migrations/schema.sql, written and checked by `npm run
 * generate`. Read from the catalog, so it shows the actual result of the migrations.
 */
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { listMigrations, migrationsFolder } from './migrate.ts';
import { type MigrationComments, migrationComments } from './migration-comments.ts';
import {
  type Column,
  type Constraint,
  type Protection,
  selectColumns,
  selectConstraints,
  selectFunctions,
  selectIndexes,
  selectProtections,
  selectTables,
  selectTriggers,
  selectUnknown,
  type Table,
} from './schema-catalogue.ts';

const header = `-- The tables as all migrations together leave them, for reading: nothing runs this file.
-- Made by \`npm run generate\` from a migrated database; the comments are those of the migrations.
`;

/** `ownerUrl`: of the owner. Temporarily creates a table to see the effect of `protect_workspace_table`, and rolls back. */
export async function schemaText(ownerUrl: string): Promise<string> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    const unknown = await selectUnknown(owner);
    if (unknown.length > 0) {
      throw new Error(`platform/db/schema-dump.ts cannot write this yet: ${unknown.join(', ')}`);
    }
    const comments = migrationComments(await migrationTexts());
    const functions = await selectFunctions(owner);
    const [tables, columns, constraints, indexes, triggers] = await Promise.all([
      selectTables(owner),
      selectColumns(owner),
      selectConstraints(owner),
      selectIndexes(owner),
      selectTriggers(owner),
    ]);
    const texts = tables.map((table) => {
      const parts = [tableText(table, columns, constraints, comments)];
      for (const index of indexes) {
        if (index.of !== table.name) continue;
        parts.push(...commentLines(comments, index.name), indexText(index.definition));
      }
      const own = triggers.filter(({ of }) => of === table.name);
      parts.push(...own.map(({ definition }) => `${handwritten(definition)};`));
      return parts.join('\n');
    });
    return [header, ...functions.map(functionText), ...texts, await protectionText(owner)]
      .join('\n\n')
      .replace('\n\n\n', '\n\n');
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function migrationTexts(): Promise<string[]> {
  const migrations = await listMigrations();
  return Promise.all(migrations.map(({ name }) => readFile(`${migrationsFolder}${name}`, 'utf8')));
}

function functionText(definition: string): string {
  const text = definition.trim().replaceAll('public.', '').replace('OR REPLACE ', '');
  const bodyAt = text.search(/^AS \$/m);
  const head = (bodyAt < 0 ? text : text.slice(0, bodyAt)).trim().split('\n');
  const body = bodyAt < 0 ? '' : ` ${text.slice(bodyAt).replace('AS', 'as')}`;
  return `${head.map(handwritten).join('\n  ')}${body};`;
}

function tableText(
  { name, options }: Table,
  columns: Column[],
  constraints: Constraint[],
  comments: MigrationComments,
): string {
  const own = constraints.filter(({ of }) => of === name);
  const lines = columns
    .filter(({ of }) => of === name)
    .map((column) => ({
      text: columnText(column, own),
      comment: commentLines(comments, `${name}.${column.name}`),
    }));
  const others = own.filter(({ column }) => column === null);
  for (const { definition } of others) lines.push({ text: handwritten(definition), comment: [] });
  const body = lines.flatMap(({ text, comment }, place) => {
    const line = place < lines.length - 1 ? `${text},` : text;
    const withComment = `${line.padEnd(35)} ${comment[0]}`;
    const fits = comment.length === 1 && withComment.length <= 110;
    return fits ? [withComment] : [...comment, line];
  });
  return [
    ...commentLines(comments, name),
    `create table ${name} (`,
    ...body.map((line) => `  ${line}`),
    options ? `) with (${options.join(', ')});` : ');',
  ].join('\n');
}

function columnText(column: Column, constraints: Constraint[]): string {
  const { name, type, expression } = column;
  const parts = [name, shortType(type)];
  if (column.not_null) parts.push('not null');
  if (expression !== null) {
    const written = handwritten(expression);
    const plain = written.startsWith("'") ? written.replace(`::${type}`, '') : written;
    parts.push(
      column.is_generated ? `generated always as (${written}) stored` : `default ${plain}`,
    );
  }
  const checks = constraints.filter((constraint) => constraint.column === name);
  return [...parts, ...checks.map(({ definition }) => handwritten(definition))].join(' ');
}

function indexText(definition: string): string {
  const line = handwritten(definition).replace(' using btree', '');
  if (line.length <= 110) return `${line};`;
  return `${line.includes(' where ') ? line.replace(' where ', '\n  where ') : line.replace(' on ', '\n  on ')};`;
}

/** Most workspace tables have the same protection, shown as the call that adds it. */
async function protectionText(owner: postgres.Sql): Promise<string> {
  const probe = 'protected_probe';
  await owner.unsafe(`begin; create table ${probe} (workspace_id uuid not null)`);
  await owner.unsafe(`call protect_workspace_table('${probe}')`);
  const protections = await selectProtections(owner);
  await owner.unsafe('rollback');
  const usual = protections.find(({ of }) => of === probe);
  const lines = protections
    .filter(({ of }) => of !== probe)
    .map((protection) => {
      const text = protectionLines(protection);
      const isUsual = usual && text === protectionLines({ ...usual, of: protection.of });
      return isUsual ? `call protect_workspace_table('${protection.of}');` : text;
    });
  return `-- Who sees what.\n${lines.join('\n')}\n`;
}

function protectionLines({ of, is_on, is_forced, policies, grants }: Protection): string {
  const lines: string[] = [];
  if (is_on) lines.push(`alter table ${of} enable row level security;`);
  if (is_forced) lines.push(`alter table ${of} force row level security;`);
  for (const { name, command, roles, using, check } of policies) {
    const forCommand = command === 'all' ? '' : ` for ${command}`;
    const conditions = [using && `using (${using})`, check && `with check (${check})`];
    const text = `create policy ${name} on ${of}${forCommand} to ${roles}`;
    lines.push(`${text}\n  ${handwritten(conditions.filter(Boolean).join(' '))};`);
  }
  for (const { to, rights } of grants) lines.push(`grant ${rights} on ${of} to ${to};`);
  return lines.join('\n') || `-- ${of}: the owner's alone.`;
}

function commentLines(comments: MigrationComments, name: string): string[] {
  return (comments.get(name) ?? []).map((line) => `-- ${line}`);
}

/** Makes an expression printed by PostgreSQL look handwritten. */
function handwritten(expression: string): string {
  return expression
    .replaceAll(/('(?:[^']|'')*')(?:::text(?!\[))?|[^']+/g, (part, literal?: string) =>
      literal === undefined ? lowerCase(part) : literal,
    )
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .trim();
}

function lowerCase(text: string): string {
  return text.replaceAll(/\b[A-Z]+\b/g, (word) => word.toLowerCase()).replaceAll(/\s+/g, ' ');
}

function shortType(type: string): string {
  return type.replace('timestamp with time zone', 'timestamptz');
}
