/** Today's score and stage of a stored personality `p`: `onDay` in SQL. */
import type { Tx } from '../../platform/db/connect.ts';
import { windowDays } from './personality.ts';

const daysSince = (tx: Tx) => tx`
  greatest(0, (now() at time zone 'UTC')::date - (p.last_active_at at time zone 'UTC')::date)`;

// The same floating-point steps as in code, so that halves round alike.
export const intentToday = (tx: Tx) => tx`
  floor(p.intent_score * (1 - least(1, ${daysSince(tx)}::float8 / ${windowDays}::float8)) + 0.5)::integer`;

export const stageToday = (tx: Tx) => tx`
  case when ${daysSince(tx)} >= ${windowDays}::integer then 'dormant'
       when p.stage = 'customer' then 'customer'
       when ${intentToday(tx)} >= 50 then 'evaluating'
       when ${intentToday(tx)} >= 25 then 'engaged'
       else 'new' end`;
