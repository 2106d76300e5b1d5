import type { filterFields, RecordKind } from '@footfall/contract/filter-fields';

/** Of any kind of record, as a filter writes it. */
export type FieldName = { [K in RecordKind]: keyof (typeof filterFields)[K] }[RecordKind];
