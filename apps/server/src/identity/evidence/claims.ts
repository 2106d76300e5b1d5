/** Builds claims and their evidence. Pure. */
import type { Claim } from '@footfall/contract/evidence';
import { originEvidence } from '../../enrichment/sources/origin-evidence.ts';
import { visitOrigin } from '../../enrichment/sources/visit-origin.ts';
import {
  botConfidence,
  humanConfidence,
  suspectedConfidence,
} from '../../enrichment/user-agents/bot-confidence.ts';
import {
  isAgentMark,
  isBotMark,
  isSuspicionMark,
} from '../../enrichment/user-agents/stored-mark.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import { confidenceOf } from '../../records/company/evidence.ts';
import { botOf } from '../../records/visit/bot-of.ts';
import { wholeCredit } from '../../revenue/attribution/models.ts';
import type { ClaimedCompany, ClaimedVisit, CreditedVisit } from './read.ts';

const nothing = {
  model: '',
  subject_id: null,
  share: null,
  verification_level: null,
  override_id: null,
} as const;

export function botClaim(visit: ClaimedVisit): Claim {
  const bot = botOf(visit.found_bot);
  const why = whyNoBot(visit.found_bot);
  const { user_agent, network_owner, connection, override_id, override_at } = visit;
  const isDecided = override_id !== null;
  const rules = bot?.reasons ?? ['no rule in docs/guides/bots.md matches'];
  const lines = [
    ...(isDecided ? [{ fact: 'override', value: visit.override_reason ?? '', decides: true }] : []),
    ...rules.map((value) => ({ fact: 'rule', value, decides: !isDecided && why === undefined })),
    ...(why === undefined ? [] : [{ fact: 'rule', value: why, decides: !isDecided }]),
    { fact: 'user_agent', value: user_agent, decides: false },
    { fact: 'network', value: network_owner, decides: false },
    { fact: 'connection', value: connection, decides: false },
  ];
  return {
    ...nothing,
    claim: 'bot',
    holds: visit.bot !== '',
    value: bot?.name ?? '',
    confidence: isDecided ? 1 : confidenceByRule(visit),
    verification_level: isDecided ? 'api' : null,
    since: timestamp(override_at ?? visit.since),
    override_id,
    evidence: lines.filter(({ fact, value }) => fact === 'override' || value !== ''),
  };
}

/** Why a visit with a sign of a bot does not count as one. */
function whyNoBot(mark: string): string | undefined {
  if (isSuspicionMark(mark)) return 'one sign alone is not enough; the visit is suspected';
  return isAgentMark(mark) ? 'an agent that acts for a person is not a bot' : undefined;
}

function confidenceByRule({ found_bot, connection }: ClaimedVisit): number {
  if (isSuspicionMark(found_bot)) return suspectedConfidence;
  const bot = isBotMark(found_bot) ? botOf(found_bot) : null;
  return bot ? botConfidence(bot.reasons) : humanConfidence(connection);
}

export function sourceClaim(visit: ClaimedVisit): Claim {
  const { entry_url: url, referrer, campaign, click_ids: clickIds } = visit;
  const sourceFields = { url, referrer, campaign, clickIds };
  const { channel, source } = visitOrigin(sourceFields);
  const facts = originEvidence(sourceFields);
  return {
    ...nothing,
    claim: 'source',
    holds: true,
    value: source === '' ? channel : `${channel}: ${source}`,
    // The browser sends tags and referrers unverified; without either, "direct" is only a guess.
    confidence: channel === 'direct' ? 0.5 : 0.9,
    since: timestamp(visit.since),
    evidence:
      facts.length > 0
        ? facts
        : [{ fact: 'rule', value: 'no campaign tag, click id or referrer', decides: true }],
  };
}

export function companyClaim(company: ClaimedCompany): Claim {
  const { kind, value, is_refused, override_id } = company;
  const isSet = kind === 'set_by_hand';
  return {
    ...nothing,
    claim: 'company',
    holds: !is_refused,
    value: isSet ? '' : value,
    subject_id: company.company_id,
    confidence: is_refused && override_id !== null ? 1 : confidenceOf[kind],
    verification_level: company.by_right,
    since: timestamp(company.first_seen_at),
    override_id,
    evidence: [
      ...(override_id === null ? [] : [{ fact: 'override', value: override_id, decides: true }]),
      ...(isSet ? [] : [{ fact: kind, value, decides: override_id === null }]),
    ],
  };
}

/** `visit`: one with a share of the credit under the model. */
export function creditClaim(visit: CreditedVisit): Claim {
  const { model, session_id, credit_from, credit_until } = visit;
  const source = sourceClaim(visit);
  return {
    ...source,
    claim: 'credit',
    model,
    subject_id: session_id,
    share: (credit_until - credit_from) / wholeCredit,
    confidence: 1,
    evidence: [{ fact: 'visit', value: ruleOf(visit), decides: true }, ...source.evidence],
  };
}

function ruleOf({ model, place, places, source }: CreditedVisit): string {
  switch (model) {
    case 'first_touch':
      return 'first visit of the person before the conversion';
    case 'last_touch':
      return 'last visit of the person before the conversion';
    case 'last_non_direct':
      return source === 'website'
        ? 'last visit of the person before the conversion; all visits were direct'
        : 'last non-direct visit of the person before the conversion';
    case 'linear':
      return `visit ${place} of ${places}, equal shares`;
    case 'position':
      return `visit ${place} of ${places}: 40% first, 40% last, 20% split between the rest`;
    case 'time_decay':
      return `visit ${place} of ${places}: the share halves for every seven days before the last visit`;
  }
}
