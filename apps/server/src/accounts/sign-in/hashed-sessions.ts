/** Adapter between better-auth and its tables that stores and finds sessions by the hash of their token. */
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth';
import { sessionHash } from './sessions.ts';

type Row = Record<string, unknown>;

interface Question {
  model: string;
  where?: Where[] | undefined;
}

/** `opening`: the underlying adapter, which is created asynchronously. */
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
    async create<T extends Row, R = T>(record: { model: string; data: Omit<T, 'id'> }) {
      const inner = await below();
      const { token } = record.data as { token?: unknown };
      if (record.model !== 'session' || typeof token !== 'string')
        return inner.create<T, R>(record);
      const data = { ...record.data, token: sessionHash(token) } as Omit<T, 'id'>;
      const made = await inner.create<T, R>({ ...record, data });
      return { ...made, token };
    },
    async findOne<T>(question: Question & { where: Where[] }) {
      const row = await (await below()).findOne<T>(hashed(question));
      return row && withToken(row, question);
    },
    async findMany<T>(question: Question) {
      const rows = await (await below()).findMany<T>(hashed(question));
      return rows.map((row) => withToken(row, question));
    },
    async update<T>(question: Question & { where: Where[]; update: Row }) {
      const row = await (await below()).update<T>(hashed(question));
      return row && withToken(row, question);
    },
    async consumeOne<T>(question: Question & { where: Where[] }) {
      const row = await (await below()).consumeOne<T>(hashed(question));
      return row && withToken(row, question);
    },
    incrementOne: async (question) => (await below()).incrementOne(hashed(question)),
    count: async (question) => (await below()).count(hashed(question)),
    updateMany: async (question) => (await below()).updateMany(hashed(question)),
    delete: async (question) => (await below()).delete(hashed(question)),
    deleteMany: async (question) => (await below()).deleteMany(hashed(question)),
  };
}

function hashed<Own extends Question>(question: Own): Own {
  if (question.model !== 'session' || !question.where) return question;
  const where = question.where.map((condition) =>
    condition.field === 'token' ? { ...condition, value: hashesOf(condition.value) } : condition,
  );
  return { ...question, where };
}

function hashesOf(value: Where['value']): Where['value'] {
  return Array.isArray(value)
    ? value.map((token) => sessionHash(String(token)))
    : sessionHash(String(value));
}

/** Returns the token to callers that searched by it. */
function withToken<T>(row: T, { model, where = [] }: Question): T {
  if (model !== 'session') return row;
  const tokens = where.flatMap(({ field, value }) => (field === 'token' ? [value].flat() : []));
  const { token } = row as { token?: unknown };
  const match = tokens.find((candidate) => sessionHash(String(candidate)) === token);
  return match === undefined ? row : { ...row, token: match };
}
