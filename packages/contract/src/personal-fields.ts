/** Personal data in filters: each field as its record declares it. */
import type { TObject } from 'typebox';
import { Campaign } from './campaigns.ts';
import { Company } from './companies.ts';
import { Conversion } from './conversions.ts';
import { ApiError } from './errors.ts';
import { Event } from './events.ts';
import type { CheckedFilter, FieldPath } from './filter-check.ts';
import type { RecordKind } from './filter-fields.ts';
import { Identity } from './identities.ts';
import { Lead } from './leads.ts';
import { VisitorList } from './list-record.ts';
import { type Personal, personalOf } from './origins.ts';
import { Session } from './session-record.ts';
import { Visitor } from './visitors.ts';

/** `visit` is missing: its fields are paths, places and ids only. */
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

/** Fields of a filter that could reveal data hidden from the caller. */
export function hiddenFields(filter: CheckedFilter, about: RecordKind): string[] {
  switch (filter.is) {
    case 'and':
    case 'or':
      return filter.of.flatMap((part) => hiddenFields(part, about));
    case 'not':
      return hiddenFields(filter.of, about);
    case 'did':
      return filter.where ? hiddenFields(filter.where, 'event') : [];
    // The existence of a value is not hidden.
    case 'there':
      return filter.path.keys.length === 0 ? [] : hiddenPath(filter.path, about);
    default:
      return hiddenPath(filter.path, about);
  }
}

function hiddenPath({ relations, field, keys }: FieldPath, about: RecordKind): string[] {
  if (field === undefined) return [];
  const personal = personalField(relations.at(-1) ?? about, field);
  if (personal === undefined || personal === 'none') return [];
  const isShown =
    typeof personal === 'object' && 'shown' in personal && keys.length === 1
      ? personal.shown.includes(keys[0] ?? '')
      : false;
  return isShown ? [] : [[...relations, field, ...keys].join('.')];
}

/** Error for documents about a person. */
export function personalDocumentHidden(): ApiError {
  return new ApiError(
    'forbidden',
    'Personal data is hidden from this key or member, so it cannot export a person. Use a key that can see personal data.',
    { reason: 'personal_data_hidden', fields: [] },
  );
}

/** Error for requests that could reveal hidden data. */
export function personalDataHidden(fields: string[]): ApiError {
  return new ApiError(
    'forbidden',
    `Personal data is hidden from this key, so it cannot use ${fields.join(', ')}. Use ids, or a key that can see personal data.`,
    { reason: 'personal_data_hidden', fields },
  );
}
