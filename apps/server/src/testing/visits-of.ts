/** Every visitor of a workspace, and all of their visits, as the REST API tells them once nothing waits. */
import type { Harness, TestWorkspace } from './harness.ts';
import { pageIn, restOf } from './rest.ts';

export async function visitsOf(h: Harness, workspace: TestWorkspace) {
  await h.settle();
  const rest = restOf(h, workspace.secretKey);
  const { data: visitors } = pageIn(await rest.get('/visitors'));
  const visits = await Promise.all(
    visitors.map(async ({ id }) => pageIn(await rest.get(`/visitors/${id}/sessions`)).data),
  );
  return { visitors, visits: visits.flat() };
}
