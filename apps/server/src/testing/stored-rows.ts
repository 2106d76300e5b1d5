/** What a workspace has stored, as REST tells it, without what differs from run to run. */
import type { Harness, TestWorkspace } from './harness.ts';
import { pageIn, restOf } from './rest.ts';

export interface StoredRows {
  /** From the first to the last, with the fields that say something. */
  events: object[];
  conversions: object[];
  people: object[];
  failed: object[];
}

/** Of its live data, bots' included. */
export async function storedRows(
  h: Harness,
  { secretKey }: Pick<TestWorkspace, 'secretKey'>,
): Promise<StoredRows> {
  await h.settle();
  const rest = restOf(h, secretKey);
  const list = async (path: string) => pageIn(await rest.get(path)).data;
  const [events, conversions, people, failed] = await Promise.all([
    list('/events?limit=100&sort=created_at'),
    list('/conversions?limit=100&sort=created_at'),
    list('/identities?limit=100&sort=created_at'),
    list('/rejected-events?limit=100&sort=created_at'),
  ]);
  return {
    events: events.map(({ type, name, url, title, referrer, properties }) =>
      saying({ type, name, url, title, referrer, properties }),
    ),
    conversions: conversions.map(({ name, value, currency, external_id, verification_level }) =>
      saying({ name, value, currency, external_id, verification_level }),
    ),
    people: people.map(({ email, name, traits }) => saying({ email, name, traits })),
    failed: failed.map(({ reason }) => saying({ reason })),
  };
}

/** Without what is empty. */
function saying(fields: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && JSON.stringify(value) !== '{}',
    ),
  );
}
