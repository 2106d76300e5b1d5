/** Parses a filter's field: related records, field, and keys inside it. As the contract does. */
import {
  type FieldKind,
  filterFields,
  filterRelations,
  type RecordKind,
} from '@footfall/contract/filter-fields';

export interface FieldPath {
  /** From the filter's record on; at most two. */
  relations: RecordKind[];
  /** Undefined: whether such a record exists. */
  name: string | undefined;
  /** Keys inside the field. */
  keys: string[];
  /** Undefined if the field does not exist. */
  kind: FieldKind | 'record' | undefined;
}

/** `lead.company.name` -> lead, company; name. `properties.plan` -> properties; plan. `person` means identity. */
export function fieldPath(about: RecordKind, field: string): FieldPath {
  const words = field.split('.');
  const relations: RecordKind[] = [];
  let last = about;
  while (words.length > 0 && relations.length < 2) {
    const word = words[0] === 'person' ? 'identity' : words[0];
    const related = filterRelations[last].find((each) => each === word);
    if (!related) break;
    relations.push(related);
    last = related;
    words.shift();
  }
  const [name, ...keys] = words;
  const fields: Record<string, FieldKind> = filterFields[last];
  const kind = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  return { relations, name, keys, kind: name === undefined ? 'record' : kind };
}

/** The kind of record with the field. */
export function ownerOf(about: RecordKind, { relations }: FieldPath): RecordKind {
  return relations.at(-1) ?? about;
}
