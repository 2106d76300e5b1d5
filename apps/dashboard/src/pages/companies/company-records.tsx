import { filterText } from '@footfall/contract/filter-text';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';
import { useSourceText } from '../conversions/source-text.ts';

export function CompanyPeople({ id }: { id: string }) {
  const { companies } = useMessages();
  const test = useTest();
  const pages = usePages('people', 10);
  const { limit, offset } = pages;
  const filter = filterText({ field: 'company.id', op: '=', value: id });
  const people = useRead(
    'GET /identities',
    { query: { test, filter, sort: '-intent_score', limit, offset } },
    { keepsPrevious: true },
  );
  return (
    <Card title={companies.people}>
      {people.error && <Fault fault={people.error} onAgain={() => void people.refetch()} />}
      {!people.error && (
        <Lines
          label={companies.people}
          empty={companies.noPeople}
          lines={people.data?.data.map(({ id: personId, name, email, last_seen }) => ({
            id: personId,
            main: (
              <RecordLink page="people" id={personId}>
                {name || email || companies.unnamed}
              </RecordLink>
            ),
            note: name && email,
            side: <When at={last_seen} />,
          }))}
        />
      )}
      <Pager pages={pages} total={people.data?.pagination.total} />
    </Card>
  );
}

export function CompanyLeads({ id }: { id: string }) {
  const { companies } = useMessages();
  const sourceText = useSourceText();
  const test = useTest();
  const pages = usePages('leads', 10);
  const { limit, offset } = pages;
  const leads = useRead(
    'GET /leads',
    { query: { test, company_id: id, expand: ['identity'], limit, offset } },
    { keepsPrevious: true },
  );
  return (
    <Card title={companies.leads}>
      {leads.error && <Fault fault={leads.error} onAgain={() => void leads.refetch()} />}
      {!leads.error && (
        <Lines
          label={companies.leads}
          empty={companies.noLeads}
          lines={leads.data?.data.map(({ id: leadId, code, identity, source, created_at }) => ({
            id: leadId,
            main: (
              <RecordLink page="leads" id={leadId}>
                {identity?.name || identity?.email || code}
              </RecordLink>
            ),
            note: sourceText(source),
            side: <When at={created_at} />,
          }))}
        />
      )}
      <Pager pages={pages} total={leads.data?.pagination.total} />
    </Card>
  );
}
