import type { AnswerOf } from '../../api/routes.ts';
import { RecordLink } from '../../kit/record-link.tsx';

type Person = AnswerOf<'GET /identities'>['data'][number];

export function CompanyOf({ company }: Pick<Person, 'company'>) {
  if (!company) return <>–</>;
  return (
    <RecordLink page="companies" id={company.id}>
      {company.name || company.domain}
    </RecordLink>
  );
}
