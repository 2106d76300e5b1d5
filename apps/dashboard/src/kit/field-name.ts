import type { filterFields, RecordKind } from '@footfall/contract/filter-fields';

/** For any kind of record, as in a filter. */
export type FieldName = { [K in RecordKind]: keyof (typeof filterFields)[K] }[RecordKind];
