import type { AnswerOf } from '../../api/routes.ts';
import { RecordLink } from '../../kit/record-link.tsx';

type Person = AnswerOf<'GET /identities'>['data'][number];

/** Undefined: loading; null: none. */
export function CompanyOf({ company }: { company: Person['company'] | null }) {
  if (company === undefined) return <>&nbsp;</>;
  if (company === null) return <>–</>;
  return (
    <RecordLink page="companies" id={company.id}>
      {company.name || company.domain}
    </RecordLink>
  );
}
