/** The parts of an export: each reads its records page by page, with the queries of the room that stores them. */
import { ApiError } from '@footfall/contract/errors';
import type { PersonExportPart } from '@footfall/contract/person-export';
import { mostPagesOfSession } from '@footfall/contract/session-record';
import { selectAuditLog } from '../../accounts/workspaces/audit-log.ts';
import {
  botClaim,
  companyClaim,
  creditClaim,
  sourceClaim,
} from '../../identity/evidence/claims.ts';
import {
  selectClaimedCompanies,
  selectClaimedVisit,
  selectCreditedVisits,
} from '../../identity/evidence/read.ts';
import { listIdentityOverrideRecords } from '../../identity/identity-overrides/read.ts';
import { listOverrideRecords } from '../../identity/overrides/read.ts';
import { listMemberships } from '../../lists/members.ts';
import { selectEarlierEdits } from '../../people/identities/past-edits.ts';
import { selectIdentity } from '../../people/identities/read.ts';
import { listIdentityLinks } from '../../people/identities/read-links.ts';
import { listSuggestions } from '../../people/identities/suggestions.ts';
import { personalityHandlers } from '../../people/personalities/handlers.ts';
import { listConsents } from '../../people/visitors/consents.ts';
import { type Device, listDevices, selectPeriods } from '../../people/visitors/devices.ts';
import { selectVisitor } from '../../people/visitors/read.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listConversions } from '../../revenue/conversions/read.ts';
import { listLeads } from '../../revenue/leads/store.ts';
import { selectRejectedEvents } from '../../visits/rejected/read-rejected-events.ts';
import { listedSessions } from '../../visits/sessions/listed.ts';
import { readEvents } from './events.ts';
import {
  inTurn,
  nothing,
  type Piece,
  pageFrom,
  pieceOf,
  type ReadPart,
  usualRows,
  whole,
} from './pieces.ts';
import { recipientsOf, retentionOf } from './recipients.ts';
import type { Subject } from './subject.ts';
import { isInPeriods, ownPart } from './visits.ts';

/** Parts that need extra statements for each record. */
const fewRows = 25;

const ofPeople =
  (
    read: (context: OperationContext, id: string, cursor: string | undefined) => Promise<Piece>,
  ): ReadPart =>
  async (context, { type, id }, cursor) =>
    type === 'identity' ? read(context, id, cursor) : nothing;

/** Parts stored by device. */
async function readDevices(
  { tx, workspaceId }: OperationContext,
  { whose }: Subject,
  cursor: string | undefined,
) {
  return listDevices(tx, workspaceId, whose, pageFrom(cursor, fewRows, 'visitor_id'));
}

/** Each device once, even with several periods. */
function distinct(devices: Device[]): Device[] {
  return devices.filter(({ visitorId }, place) => devices[place - 1]?.visitorId !== visitorId);
}

const perDevice =
  (
    read: (context: OperationContext, device: Device, periods: Device[]) => Promise<object[]>,
  ): ReadPart =>
  async (context, subject, cursor) => {
    const page = await readDevices(context, subject, cursor);
    const records = await Promise.all(
      distinct(page.data).map((device) =>
        read(
          context,
          device,
          page.data.filter(({ visitorId }) => visitorId === device.visitorId),
        ),
      ),
    );
    return { ...pieceOf(page), records: records.flat() };
  };

const deviceRecords: ReadPart = async (context, subject, cursor) => {
  const { tx, workspaceId } = context;
  const page = await readDevices(context, subject, cursor);
  const records = page.data.map(async ({ visitorId, isTest, since, until, isShared }) => ({
    visitor_id: visitorId,
    since: since && timestamp(new Date(since)),
    until: until && timestamp(new Date(until)),
    is_shared: isShared,
    ...(!isShared && { visitor: await selectVisitor(tx, workspaceId, visitorId, isTest) }),
  }));
  return { ...pieceOf(page), records: await Promise.all(records) };
};

const visitRecords: ReadPart = async (context, { whose, isTest }, cursor) => {
  const { tx, workspaceId } = context;
  const page = await listedSessions(context, { whose, isTest }, pageFrom(cursor, fewRows), {
    hasPages: true,
    mostPages: mostPagesOfSession,
  });
  const visitorIds = page.data.map(({ visitor_id }) => visitor_id);
  const periods = await selectPeriods(tx, workspaceId, whose, visitorIds);
  const records = page.data.map(async (session) => {
    const key = { visitorId: session.visitor_id, sessionId: session.id };
    const visit = ownPart(session, periods);
    const claimed = await selectClaimedVisit(tx, workspaceId, key);
    const isOpened = visit.entry_url === session.entry_url && visit.referrer === session.referrer;
    const claims = claimed ? [botClaim(claimed), ...(isOpened ? [sourceClaim(claimed)] : [])] : [];
    return { ...visit, evidence: claims };
  });
  return { ...pieceOf(page), records: await Promise.all(records) };
};

const conversionRecords =
  (isBot: boolean): ReadPart =>
  async (context, subject, cursor) => {
    const { tx, workspaceId } = context;
    const { id, isTest } = subject;
    const of = subject.type === 'identity' ? { identityId: id } : { visitorId: id };
    const filter = { ...of, isTest, isBot };
    const page = await listConversions(context, workspaceId, filter, pageFrom(cursor, fewRows));
    const records = page.data.map(async (conversion) => {
      const visits = await selectCreditedVisits(tx, workspaceId, conversion.id);
      return { ...conversion, evidence: visits.map(creditClaim) };
    });
    return { ...pieceOf(page), records: await Promise.all(records) };
  };

const leadRecords =
  (isSuspect: boolean): ReadPart =>
  async (context, { whose, isTest }, cursor) => {
    const { tx, workspaceId } = context;
    const filter = { whose, isTest, isSuspect };
    const page = await listLeads(context, workspaceId, filter, pageFrom(cursor, fewRows));
    const visitorIds = page.data.map(({ visitor_id }) => visitor_id);
    const periods = await selectPeriods(tx, workspaceId, whose, visitorIds);
    const records = page.data.map(async (lead) => {
      const { visitor_id: visitorId, session_id: sessionId } = lead;
      const visit =
        sessionId && (await selectClaimedVisit(tx, workspaceId, { visitorId, sessionId }));
      // Another person may have started it.
      const isOwn = visit && isInPeriods(visit.since, visitorId, periods);
      return { ...lead, evidence: isOwn ? [sourceClaim(visit)] : [] };
    });
    return { ...pieceOf(page), records: await Promise.all(records) };
  };

const companyRecords = perDevice(async ({ tx, workspaceId }, device, periods) => {
  const { visitorId, isTest, isShared } = device;
  const companies = await selectClaimedCompanies(tx, workspaceId, visitorId, isTest);
  const own = companies.filter(
    ({ first_seen_at: at }) => !isShared || isInPeriods(at, visitorId, periods),
  );
  return own.map((company) => ({ visitor_id: visitorId, ...companyClaim(company) }));
});

/** Members' reasons on a shared device may concern other people. */
const hiddenReason = '(hidden)';

const overrideRecords = perDevice(async ({ tx, workspaceId }, { visitorId, isTest, isShared }) => {
  const page = orderedPageOf({ limit: 1_000 });
  const { data } = await listOverrideRecords(tx, workspaceId, { visitorId, isTest }, page);
  return data.map((override) => ({
    ...override,
    ...(isShared && override.reason !== '' && { reason: hiddenReason }),
  }));
});

async function scoreOf(context: OperationContext, id: string): Promise<object[]> {
  try {
    const input = { params: { id }, query: {}, body: {} };
    return [(await personalityHandlers.getIdentityPersonality(context, input)).data];
  } catch (error) {
    // Missing for a person without visits.
    if (error instanceof ApiError && error.code === 'not_found') return [];
    throw error;
  }
}

const expanded = ['addresses', 'verification_levels', 'company'] as const;

export const readPart: Record<PersonExportPart, ReadPart> = {
  person: ofPeople(async ({ tx, workspaceId }, id) => {
    const person = await selectIdentity(tx, workspaceId, id, expanded);
    return whole(person ? [person] : []);
  }),
  score: ofPeople(async (context, id) => whole(await scoreOf(context, id))),
  links: ofPeople(async ({ tx, workspaceId }, id, cursor) =>
    pieceOf(await listIdentityLinks(tx, workspaceId, id, pageFrom(cursor))),
  ),
  devices: deviceRecords,
  consents: async ({ tx, workspaceId }, { whose }, cursor) =>
    pieceOf(
      await listConsents(tx, workspaceId, whose, pageFrom(cursor, usualRows, '-last_given_at')),
    ),
  visits: visitRecords,
  events: readEvents,
  conversions: inTurn(conversionRecords(false), conversionRecords(true)),
  leads: inTurn(leadRecords(false), leadRecords(true)),
  companies: companyRecords,
  lists: async ({ tx, workspaceId }, { whose }, cursor) =>
    pieceOf(
      await listMemberships(tx, workspaceId, whose, pageFrom(cursor, usualRows, '-added_at')),
    ),
  suggestions: async ({ tx, workspaceId }, { type, id, isTest }, cursor) => {
    const filter = { isTest, ...(type === 'identity' ? { identityId: id } : { visitorId: id }) };
    return pieceOf(await listSuggestions(tx, workspaceId, filter, pageFrom(cursor)));
  },
  identity_overrides: async ({ tx, workspaceId }, { type, id, isTest }, cursor) => {
    if (type === 'visitor') return nothing;
    const filter = { isTest, identityId: id };
    return pieceOf(await listIdentityOverrideRecords(tx, workspaceId, filter, pageFrom(cursor)));
  },
  overrides: overrideRecords,
  rejected_events: async ({ tx, workspaceId }, { whose, isTest }, cursor) => {
    const { data, next } = await selectRejectedEvents(
      tx,
      workspaceId,
      { whose, isTest },
      pageFrom(cursor, fewRows),
    );
    return { records: data, next: next ?? undefined };
  },
  earlier_edits: ofPeople(async ({ tx, workspaceId }, id) =>
    whole(await selectEarlierEdits(tx, workspaceId, id)),
  ),
  changes: async ({ tx, workspaceId }, { id }, cursor) => {
    const { data, next } = await selectAuditLog(
      tx,
      workspaceId,
      { resourceId: id },
      pageFrom(cursor),
    );
    const records = data.map(({ created_at, actor_type: by, action, resource_type, fields }) => ({
      created_at,
      by,
      action,
      resource_type,
      fields,
    }));
    return { records, next: next ?? undefined };
  },
  recipients: recipientsOf,
  retention: async (context) => whole(await retentionOf(context)),
};
