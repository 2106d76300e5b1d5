/** Touches for the REST API. */
import type { AttributionModel } from '@footfall/contract/campaigns';
import type { Tx } from '../../platform/db/connect.ts';

/**
 * The touch of the row called `subject` in the statement, as JSON (visitor_id, session_id, campaign_id,
 * source, touched_at to the second); null if none.
 */
export const touchOf = (
  tx: Tx,
  workspaceId: string,
  subjectType: 'conversion' | 'lead',
  model: Extract<AttributionModel, 'first_touch' | 'last_touch' | 'last_non_direct'>,
) => tx`
  (select jsonb_build_object(
     'visitor_id', visitor_id, 'session_id', session_id, 'campaign_id', campaign_id, 'source', source,
     'touched_at', to_char(touched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
   from touchpoints
   where workspace_id = ${workspaceId} and subject_id = subject.id and subject_type = ${subjectType}
     and ${tx(`${model}_until`)} is not null)`;
