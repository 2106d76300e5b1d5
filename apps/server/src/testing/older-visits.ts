/** Visits as a version stored them that counted them by channel group first (migration 0086), or the one before. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';

const dayMs = 86_400_000;
export const lastDay = '2026-10-01T10:00:00Z';
export const olderCampaign = '00000000-0000-4000-8004-000000000001';

/** Visits of one visitor, a day apart until `lastDay`, each by the campaign or direct, as they were stored and counted. */
export async function fillVisits(owner: postgres.Sql, workspaceId: string, sources: string[]) {
  const visitor_id = randomUUID();
  const of = { workspace_id: workspaceId, is_test: false, visitor_id };
  const visits = sources.map((source, place) => {
    const at = new Date(Date.parse(lastDay) - (sources.length - 1 - place) * dayMs);
    return { ...of, source, id: randomUUID(), event_id: randomUUID(), at };
  });
  const isBrought = ({ source }: { source: string }) => source === 'campaign';
  const origin = (visit: { source: string }) => ({
    source: visit.source,
    referrer: '',
    campaign: isBrought(visit)
      ? owner.json({ source: 'google', medium: 'cpc', name: 'spring' })
      : null,
    entry_url: 'https://a.example/',
  });
  const [first] = visits;
  if (!first) throw new Error('no visits');
  const seen = { first_seen_at: first.at, first_event_id: first.event_id, opening_at: first.at };
  const visitor = { workspace_id: workspaceId, is_test: false, id: visitor_id };
  await owner`insert into visitors ${owner({ ...visitor, ...seen, ...origin(first) })}`;
  for (const visit of visits) {
    const { id, event_id, at } = visit;
    const empty = { ip: '', city: '', country: '', user_agent: '', locale: '', timezone: '' };
    await owner`
      insert into sessions ${owner({
        ...{ ...of, ...origin(visit), ...empty, id, screen: '', library: '' },
        ...{ started_at: at, last_activity_at: at, opening_at: at, exit_at: at },
        ...{ first_event_id: event_id, exit_event_id: event_id, exit_url: 'https://a.example/' },
        ...{ event_count: 1, page_view_count: 1, engaged_ms: 0 },
        campaign_id: isBrought(visit) ? olderCampaign : null,
      })}`;
    await owner`
      insert into events ${owner({
        ...{ ...of, id: event_id, session_id: id, occurred_at: at, received_at: at },
        ...{ type: 'event', name: 'page_view' },
      })}`;
    const quarter = Math.floor(at.getTime() / 900_000);
    const measures = { sessions: 1, page_views: 1, bounces: 1, engaged_ms: 0, leads: 0 };
    const fact = {
      ...{ ...of, ...measures, session_id: id, quarter, day: Math.floor(quarter / 96) },
      ...{ conversions: 0, channel: 0, source: 0, campaign: 0, country: 0, device: 0, browser: 0 },
      ...{ landing_page: 0, exit_page: 0, city: 0, company: 0, share: 0, active_at: at },
    };
    for (const table of ['session_facts', 'open_facts']) {
      await owner`insert into ${owner(table)} ${owner(fact)}`;
    }
  }
  return visits;
}
