/** Between better-auth and its tables: sessions are stored and found by the hash of their token, which it never stores itself. */
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth';
import { sessionHash } from './sessions.ts';

type Row = Record<string, unknown>;

interface Question {
  model: string;
  where?: Where[] | undefined;
}

/** `opening`: the adapter below, which takes a moment to be made. */
export function hashingSessions(opening: Promise<DBAdapter>): DBAdapter {
  return {
    ...wrapped(() => opening),
    async transaction(work) {
      const inner = await opening;
      return inner.transaction((tx) => work(wrapped(async () => tx)));
    },
  };
}

function wrapped(below: () => Promise<DBTransactionAdapter>): DBTransactionAdapter {
  return {
    id: 'hashed-sessions',
    async create<T extends Row, R = T>(asked: { model: string; data: Omit<T, 'id'> }) {
      const inner = await below();
      const { token } = asked.data as { token?: unknown };
      if (asked.model !== 'session' || typeof token !== 'string') return inner.create<T, R>(asked);
      const data = { ...asked.data, token: sessionHash(token) } as Omit<T, 'id'>;
      const made = await inner.create<T, R>({ ...asked, data });
      return { ...made, token };
    },
    async findOne<T>(asked: Question & { where: Where[] }) {
      const row = await (await below()).findOne<T>(hashed(asked));
      return row && withToken(row, asked);
    },
    async findMany<T>(asked: Question) {
      const rows = await (await below()).findMany<T>(hashed(asked));
      return rows.map((row) => withToken(row, asked));
    },
    async update<T>(asked: Question & { where: Where[]; update: Row }) {
      const row = await (await below()).update<T>(hashed(asked));
      return row && withToken(row, asked);
    },
    async consumeOne<T>(asked: Question & { where: Where[] }) {
      const row = await (await below()).consumeOne<T>(hashed(asked));
      return row && withToken(row, asked);
    },
    incrementOne: async (asked) => (await below()).incrementOne(hashed(asked)),
    count: async (asked) => (await below()).count(hashed(asked)),
    updateMany: async (asked) => (await below()).updateMany(hashed(asked)),
    delete: async (asked) => (await below()).delete(hashed(asked)),
    deleteMany: async (asked) => (await below()).deleteMany(hashed(asked)),
  };
}

function hashed<Asked extends Question>(asked: Asked): Asked {
  if (asked.model !== 'session' || !asked.where) return asked;
  const where = asked.where.map((condition) =>
    condition.field === 'token' ? { ...condition, value: hashesOf(condition.value) } : condition,
  );
  return { ...asked, where };
}

function hashesOf(value: Where['value']): Where['value'] {
  return Array.isArray(value)
    ? value.map((token) => sessionHash(String(token)))
    : sessionHash(String(value));
}

/** Whoever asks by a token has it already, and goes on by it. */
function withToken<T>(row: T, { model, where = [] }: Question): T {
  if (model !== 'session') return row;
  const told = where.flatMap(({ field, value }) => (field === 'token' ? [value].flat() : []));
  const { token } = row as { token?: unknown };
  const known = told.find((candidate) => sessionHash(String(candidate)) === token);
  return known === undefined ? row : { ...row, token: known };
}
