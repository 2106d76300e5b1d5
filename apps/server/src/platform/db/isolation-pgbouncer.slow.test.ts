/* Workspaces apart through PgBouncer, which gives each transaction another connection. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  expectNoForeignRows,
  interleaveRequests,
  startApp,
  startInterleaving,
} from '../../testing/interleaved.ts';
import {
  pgbouncerProgram,
  pgbouncerRemedy,
  startPgbouncer,
  type TestPgbouncer,
} from '../../testing/pgbouncer.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { describeWith } from '../../testing/programs.ts';
import { inRounds } from '../../testing/rounds.ts';
import { SLOW } from '../../testing/slow.ts';
import { loadConfig } from '../config.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

const turns = inRounds(50);

describeWith(
  pgbouncerProgram,
  'through PgBouncer in transaction mode',
  pgbouncerRemedy,
  async () => {
    const stage = await startInterleaving();
    let bouncer: TestPgbouncer;
    beforeAll(async () => {
      bouncer = await startPgbouncer(inject('postgresUrl'), 3);
    });
    afterAll(() => bouncer?.stop());

    /** As an operator sets it. */
    const through = (url: string, by = bouncer) =>
      loadConfig({ DATABASE_URL: by.urlOf(url), DATABASE_PREPARE: 'false' }).databaseUrl ?? '';

    test('an empty database is migrated once by several at once, also where they share one connection', {
      timeout: SLOW,
    }, async () => {
      const narrow = await startPgbouncer(inject('postgresUrl'), 1);
      const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => undefined });
      const database = `t_${randomUUID().replaceAll('-', '')}`;
      await admin.unsafe(`create database ${database}`);
      const url = through(databaseUrl(inject('postgresUrl'), database), narrow);
      try {
        const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
        const names = applied.flat();
        expect(names.length).toBeGreaterThan(3);
        expect(new Set(names).size).toBe(names.length);
        for (let time = 0; time < 5; time++) expect(await migrate(url)).toEqual([]);
      } finally {
        await admin.unsafe(`drop database ${database} with (force)`);
        await admin.end();
        await narrow.stop();
      }
    });

    test('the settings of the application role hold', async () => {
      const db = await connect(through(stage.h.ownerUrl));
      const [row] = await db.workspace(
        stage.one.id,
        (tx) => tx`
        select current_setting('statement_timeout') as timeout, current_user as role,
               (select rolbypassrls or rolsuper from pg_roles where rolname = current_user) as may`,
      );
      expect(row).toEqual({
        timeout: '10s',
        role: expect.stringMatching(/^footfall_app_/),
        may: false,
      });
      await db.close();
    });

    test('ingest and REST work', async () => {
      const db = await connect(through(stage.h.ownerUrl));
      const { app, url } = await startApp(stage, db);
      const messages = Array.from({ length: 40 }, (_, index) => ({
        type: index % 4 ? 'event' : 'identify',
        visitor_id: randomUUID(),
        ...(index % 4 ? { name: 'x' } : { email: `p${index}@example.com` }),
        ...(index % 2 && { session_id: randomUUID() }),
      }));
      const ingest = (body: object) =>
        fetch(`${url}/ingest/batch`, {
          method: 'POST',
          headers: { 'x-svc-key': stage.one.productionKey },
          body: JSON.stringify(body),
        });
      const answers = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const batch = messages.slice(index * 4, index * 4 + 4);
          return ((await (await ingest({ batch })).json()) as { data: object }).data;
        }),
      );
      for (const data of answers) expect(data).toMatchObject({ accepted: 4, rejected: 0 });
      expect(await interleaveRequests(stage, url, 100)).toEqual([]);
      await app.close();
      await db.close();
    });

    test(`${turns} interleaved transactions and requests with aborts: 0 foreign rows`, {
      timeout: SLOW,
    }, async () => {
      await expectNoForeignRows(
        stage,
        await connect(through(stage.h.ownerUrl), { poolSize: 8 }),
        turns,
      );
    });
  },
);
