import { useRead } from '../../api/queries.ts';
import type { AnswerOf, ReadRoute } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { OverrideButton } from '../../kit/override-button.tsx';
import { Overrides } from '../../kit/overrides.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { Sure } from '../../kit/sure.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';
import { useVisitorNames } from './visitor-names.tsx';

type Evidence = AnswerOf<'GET /companies/{id}/evidence'>['data'][number];

/** Routes that depend on a company's visitors. */
const outdated: ReadRoute[] = [
  'GET /companies',
  'GET /companies/{id}',
  'GET /companies/{id}/evidence',
  'GET /companies/{id}/activity',
  'GET /identities',
  'GET /leads',
  'GET /sessions',
  'GET /visitors',
];

interface WhyCompanyProps {
  company: { id: string; name: string; domain: string };
}

/** Each fact that links a visitor to the company, with confidence and a button to reject it. */
export function WhyCompany({ company }: WhyCompanyProps) {
  const { companies } = useMessages();
  const test = useTest();
  const pages = usePages('evidence', 5);
  const { limit, offset } = pages;
  const { id } = company;
  const evidence = useRead(
    'GET /companies/{id}/evidence',
    { params: { id }, query: { test, limit, offset } },
    { keepsPrevious: true },
  );
  const nameOf = useVisitorNames(id, { hasBots: true });
  return (
    <Card
      title={companies.why}
      actions={
        <OverrideButton
          decision={{ kind: 'not_company', company_id: id }}
          label={companies.notAtAll}
          hint={companies.notAtAllText}
          outdates={outdated}
        />
      }
    >
      <Overrides of={{ company_id: id }} outdates={outdated} />
      {evidence.error && <Fault fault={evidence.error} onAgain={() => void evidence.refetch()} />}
      {!evidence.error && (
        <Lines
          label={companies.why}
          empty={companies.noWhy}
          lines={evidence.data?.data.map((fact) => ({
            id: `${fact.visitor_id} ${fact.kind} ${fact.value}`,
            main: (
              <>
                {nameOf(fact.visitor_id)}: <EvidenceWords fact={fact} />
              </>
            ),
            note: <EvidenceNote fact={fact} />,
            side: (
              <>
                <Sure share={fact.confidence} />
                <OverrideButton
                  decision={{ kind: 'not_company', company_id: id, visitor_id: fact.visitor_id }}
                  label={companies.notThisVisitor}
                  about={fact.value}
                  outdates={outdated}
                />
              </>
            ),
          }))}
        />
      )}
      <Pager pages={pages} total={evidence.data?.pagination.total} />
    </Card>
  );
}

export function EvidenceWords({
  fact: { kind, value },
}: {
  fact: Pick<Evidence, 'kind' | 'value'>;
}) {
  const { companies } = useMessages();
  if (kind === 'set_by_hand') return companies.evidence.set_by_hand;
  const words = kind === 'email_domain' ? companies.evidence.email_domain : undefined;
  return (
    <>
      {words ?? companies.evidence.network_owner} <strong>{value}</strong>
    </>
  );
}

function EvidenceNote({
  fact: { verification_level: level, first_seen_at: at },
}: {
  fact: Evidence;
}) {
  const { why } = useMessages();
  return (
    <>
      {why.verificationLevels[level]} · <When at={at} />
    </>
  );
}
