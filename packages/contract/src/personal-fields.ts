/** What of the filter language is about people: each field as the record of its kind declares it. */
import type { TObject } from 'typebox';
import { Campaign } from './campaigns.ts';
import { Company } from './companies.ts';
import { Conversion } from './conversions.ts';
import { Event } from './events.ts';
import type { RecordKind } from './filter-fields.ts';
import { Identity } from './identities.ts';
import { Lead } from './leads.ts';
import { VisitorList } from './lists.ts';
import { type Personal, personalOf } from './origins.ts';
import { Session } from './session-record.ts';
import { Visitor } from './visitors.ts';

/** Figures are counted by paths, places and ids alone. */
const records: Record<Exclude<RecordKind, 'visit'>, TObject> = {
  lead: Lead,
  visitor: Visitor,
  identity: Identity,
  company: Company,
  session: Session,
  conversion: Conversion,
  campaign: Campaign,
  list: VisitorList,
  event: Event,
};

export function personalField(kind: RecordKind, field: string): Personal | undefined {
  const schema = kind === 'visit' ? undefined : records[kind].properties[field];
  return schema && personalOf(schema);
}
