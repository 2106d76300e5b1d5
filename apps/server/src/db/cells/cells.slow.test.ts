/*
 * Two databases beside the home one, as cells. Through the front door: ingest, REST, search, figures, jobs and the
 * dashboard of a workspace that lives in a cell.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cellMessage as message, startCells } from '../../testing/cells.ts';
import type { TestWorkspace } from '../../testing/harness.ts';
import { readEverything } from '../../testing/read-everything.ts';
import { SLOW } from '../../testing/slow.ts';

const { h, move, rowsOf } = await startCells();

async function fill(workspace: TestWorkspace, visitors = 3): Promise<void> {
  for (let v = 0; v < visitors; v++) {
    const visitor = randomUUID();
    await h.send(
      [
        message(visitor, 0),
        message(visitor, 1),
        {
          type: 'identify',
          message_id: `i-${visitor}`,
          visitor_id: visitor,
          email: `p${v}@example.com`,
          traits: { name: `Person ${v}` },
        },
      ],
      workspace.productionKey,
    );
  }
  await h.settle();
}

/** But for the audit log, which tells of the moves. */
const reads = async (workspace: TestWorkspace) => {
  const answers = await readEverything(async (path) => {
    let text = '';
    const ask = async () => {
      const answer = await h.fetch(`/api/v1${path}`, {
        headers: { authorization: `Bearer ${workspace.secretKey}` },
      });
      text = await answer.text();
      return answer.status;
    };
    // Asked again where so many at once were too many for a busy machine.
    await expect.poll(ask, { interval: 500, message: path }).toBe(200);
    return text;
  });
  return Object.fromEntries(
    Object.entries(answers).filter(([path]) => !path.startsWith('/audit-log')),
  );
};

test('a workspace that was moved to a cell is served from there, byte for byte as before', {
  timeout: SLOW,
}, async () => {
  const workspace = await h.newWorkspace('Moves');
  const other = await h.newWorkspace('Stays');
  await fill(workspace);
  await fill(other);
  const before = await reads(workspace);
  const moved = await move(workspace.id, 'one');
  expect(moved).toMatchObject({ from: 'home', to: 'one' });
  await h.db.followRoutes();
  await h.settle();
  expect(await reads(workspace)).toEqual(before);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 0, one: 9, two: 0 });
  expect(await rowsOf('api_keys', workspace.id)).toEqual({ home: 0, one: 3, two: 0 });
  // What is sent goes there, a duplicate is one, and the others are where they were.
  await fill(workspace);
  await fill(other, 1);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 0, one: 18, two: 0 });
  expect(await rowsOf('jobs', workspace.id)).toEqual({ home: 0, one: 0, two: 0 });
  expect(await rowsOf('events', other.id)).toEqual({ home: 12, one: 0, two: 0 });
  const [key] = [workspace.secretKey];
  const leads = await h.fetch('/api/v1/identities?limit=100', {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await leads.json()).toMatchObject({ pagination: { total: 3 } });
  const found = await h.fetch('/api/v1/search?q=Person', {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(found.status).toBe(200);
  // From cell to cell, and home.
  const there = await reads(workspace);
  await move(workspace.id, 'two');
  await h.db.followRoutes();
  await h.settle();
  expect(await reads(workspace)).toEqual(there);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 0, one: 0, two: 18 });
  expect(await rowsOf('workspaces', workspace.id)).toEqual({ home: 1, one: 0, two: 1 });
  await move(workspace.id, 'home');
  await h.db.followRoutes();
  await h.settle();
  expect(await reads(workspace)).toEqual(there);
  expect(await rowsOf('events', workspace.id)).toEqual({ home: 18, one: 0, two: 0 });
  expect(await rowsOf('workspaces', workspace.id)).toEqual({ home: 1, one: 0, two: 0 });
  expect(h.db.routes().find((route) => route.workspaceId === workspace.id)).toBeUndefined();
});
