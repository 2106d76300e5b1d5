/** A workspace whose people are corrected through the REST API, for the tests of that. */
import type { Harness } from './harness.ts';
import { pageIn, recordIn, restOf } from './rest.ts';

/** Two days before the workspace was made that was made last. */
let start = 0;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

interface Outline {
  id: string;
  emails: string[];
  user_ids: string[];
  visitor_ids: string[];
  links: number;
  leads: number;
  conversions: number;
}
interface Outcome {
  dry_run: boolean;
  identity_override_id: string | null;
  before: Outline[];
  after: Outline[];
  moved: { links: number; leads: number; conversions: number };
}

export async function workspaceOfPeople(h: Harness) {
  start = Date.now() - 48 * 60 * 60_000;
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const list = async (path: string) => pageIn(await rest.get(path)).data;
  return {
    workspace,
    rest,
    list,
    async send(...messages: object[]) {
      for (const message of messages) await h.send(message, workspace.productionKey);
      await h.settle();
    },
    people: () => list('/identities'),
    links: (id: string) => list(`/identities/${id}/links`),
    async correct(id: string, action: string, body: object): Promise<Outcome> {
      const answer = await rest.post(`/identities/${id}/${action}`, body);
      return recordIn(answer) as unknown as Outcome;
    },
    async undo(id: string | null, body: object = {}): Promise<Outcome> {
      return recordIn(
        await rest.post(`/identity-overrides/${id}/undo`, body),
      ) as unknown as Outcome;
    },
    async idOf(visitor_id: string): Promise<string> {
      return (await list(`/identities?visitor_id=${visitor_id}`))[0]?.id ?? '';
    },
  };
}

export const identify = (minutes: number, visitor_id: string, who: object) => ({
  type: 'identify',
  visitor_id,
  timestamp: at(minutes),
  ...who,
});
export const convert = (minutes: number, visitor_id: string) => ({
  type: 'conversion',
  name: 'signup',
  visitor_id,
  timestamp: at(minutes),
});
