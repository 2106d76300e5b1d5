/** A workspace about whose visitors somebody decides over the REST API, for the tests of that. */
import { statsMetricNames } from '@footfall/contract/stats';
import type { Harness, TestWorkspace } from './harness.ts';
import { readEverything } from './read-everything.ts';
import { pageIn, type Row, recordIn, restOf } from './rest.ts';

const dayMs = 86_400_000;
const tomorrow = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
export const decidedRange: [number, number] = [tomorrow - 30 * dayMs, tomorrow];

export function decidingIn(h: Harness, workspace: TestWorkspace) {
  const rest = restOf(h, workspace.secretKey);
  const list = async (path: string) => pageIn(await rest.get(path)).data;
  return {
    rest,
    list,
    decide: async (body: object) => recordIn(await rest.post('/overrides', body)),
    undo: async ({ id }: Row) => recordIn(await rest.post(`/overrides/${id}/undo`, {})),
    async everything() {
      await h.settle();
      return readEverything(async (path) => JSON.stringify((await rest.get(path)).body));
    },
    async figures() {
      const query = {
        from: new Date(decidedRange[0]).toISOString(),
        to: new Date(decidedRange[1]).toISOString(),
        metrics: statsMetricNames.join(),
      };
      const answer = await rest.get(`/stats?${new URLSearchParams(query)}`);
      return recordIn(answer).total;
    },
  };
}
