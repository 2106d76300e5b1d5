/** What a field of a filter names: through which records, which of their fields, and what inside of it. As the contract checks it. */
import {
  type FieldKind,
  filterFields,
  filterRelations,
  type RecordKind,
} from '@footfall/contract/filter-fields';

export interface FieldPath {
  /** From the record that the filter is about on; at most two. */
  relations: RecordKind[];
  /** Undefined: whether there is such a record. */
  name: string | undefined;
  /** Inside of it. */
  keys: string[];
  /** Undefined where there is no such field. */
  kind: FieldKind | 'record' | undefined;
}

/** `lead.company.name` -> lead, company; name. `properties.plan` -> properties; plan. `person` is another word for identity. */
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

/** Whose field it is. */
export function ownerOf(about: RecordKind, { relations }: FieldPath): RecordKind {
  return relations.at(-1) ?? about;
}
