/** A message's visit in `events.context`: written by ingest, read when sessions are recomputed. */

import { unknownAddress } from '../../enrichment/addresses/address-facts.ts';
import { campaignOf } from '../../enrichment/sources/visit-origin.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { type BotOverride, countedBot } from '../../records/visit/bot-overrides.ts';
import { tagsKey } from './assign-session.ts';
import type { VisitFacts } from './session-message.ts';

/** JSON text of campaign tags and click ids, or null without any. */
export function tagsContext({ campaign, clickIds }: VisitFacts): string | null {
  if (campaign === null && clickIds === null) return null;
  return `{"campaign":${campaign},"click_ids":${clickIds}}`;
}

/**
 * Complete for messages without a session id, so that the session can be recomputed from it. `dayVisitor`: the visitor it
 * continues (upgrade-visitors.ts).
 */
export function visitContext(
  { tags, campaign, clickIds, foundBot, ...visit }: VisitFacts,
  dayVisitor?: string,
): string {
  const context = JSON.stringify({ ...visit, bot: foundBot });
  const before = dayVisitor === undefined ? '' : `,"day_visitor":"${dayVisitor}"`;
  return `{"campaign":${campaign},"click_ids":${clickIds},"visit":${context}${before}}`;
}

type Context = Record<string, unknown> | null;

export function visitOf(context: Context, override: BotOverride | undefined): VisitFacts {
  const { campaign, clickIds } = tagsIn(context);
  const visit = { ...unknownVisit, ...objectAt(context, 'visit') };
  return {
    ...visit,
    bot: countedBot(visit.bot, override),
    foundBot: visit.bot,
    campaign: campaign && JSON.stringify(campaign),
    clickIds: clickIds && JSON.stringify(clickIds),
    tags: campaign || clickIds ? campaignOf(campaign, clickIds) : undefined,
  };
}

export function tagsKeyOf(context: Context): string {
  const { campaign, clickIds } = tagsIn(context);
  return tagsKey(campaign, clickIds);
}

const unknownVisit = {
  ip: '',
  address: unknownAddress,
  bot: '',
  userAgent: '',
  locale: '',
  timezone: '',
  screen: '',
  library: '',
} as const;

function tagsIn(context: Context) {
  return { campaign: objectAt(context, 'campaign'), clickIds: objectAt(context, 'click_ids') };
}

function objectAt(context: Context, name: string): Record<string, unknown> | null {
  const value = context?.[name];
  return isObject(value) ? value : null;
}
