import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { ActivityList } from '../../kit/activity-list.tsx';
import { Card } from '../../kit/card.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Figure } from '../../kit/figure.tsx';
import { FigureRow } from '../../kit/figure-row.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { usePages } from '../../kit/pager.tsx';
import columns from '../../kit/record-page.module.css';
import { RecordPage } from '../../kit/record-page.tsx';
import { TimelineCard } from '../../kit/timeline-card.tsx';
import { TopTable } from '../../kit/top-table.tsx';
import { UntrustedLink } from '../../kit/untrusted.tsx';
import { pathOf } from '../../kit/visit-pages.tsx';
import { VisitTimeline } from '../../kit/visit-timeline.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe, usePeriod, useTest } from '../../shell/frame-context.tsx';
import { useActivityRange } from './companies-search.ts';
import { CompanyLeads, CompanyPeople } from './company-records.tsx';
import { useVisitorNames } from './visitor-names.tsx';
import { WhyCompany } from './why-company.tsx';

type Company = AnswerOf<'GET /companies/{id}'>['data'];

export function CompanyPage() {
  const { id } = useParams({ from: '/app/$workspace/companies/$id' });
  const { companies } = useMessages();
  const range = useActivityRange();
  const companyQuery = useRead(
    'GET /companies/{id}',
    { params: { id }, query: { expand: ['activity'], ...range } },
    { keepsPrevious: true },
  );
  return (
    <RecordPage
      title={companies.one}
      record={companyQuery.data?.data}
      fault={companyQuery.error}
      onAgain={() => void companyQuery.refetch()}
    >
      {(company) => (
        <Page
          title={company.name || company.domain || companies.one}
          subtitle={<CompanySubtitle company={company} />}
          hasPeriod
        >
          <div className={columns.columns}>
            <div className={columns.main}>
              <CompanyFigures company={company} />
              <WhyCompany company={company} />
              <CompanyTimeline id={company.id} />
            </div>
            <div className={columns.main}>
              <CompanyFacts company={company} />
              <TopPages company={company} />
              <CompanyPeople id={company.id} />
              <CompanyLeads id={company.id} />
            </div>
          </div>
        </Page>
      )}
    </RecordPage>
  );
}

function CompanySubtitle({ company }: { company: Company }) {
  const parts = [company.main_industry, company.employees].filter(Boolean);
  return (
    <>
      {company.domain && (
        <UntrustedLink address={`https://${company.domain}`}>{company.domain}</UntrustedLink>
      )}
      {company.domain && parts.length > 0 && ' · '}
      {parts.join(' · ')}
    </>
  );
}

function CompanyFigures({ company: { id, activity } }: { company: Company }) {
  const { companies } = useMessages();
  const format = useFormat();
  const names = {
    visits: companies.visits,
    visitors: companies.visitors,
    people: companies.people,
    page_views: companies.pageViews,
    intent: companies.intent,
    leads: companies.leads,
  };
  return (
    <Card title={companies.figures}>
      <FigureRow>
        {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
          <Figure
            key={name}
            label={names[name]}
            value={activity && format.number(activity[name])}
          />
        ))}
      </FigureRow>
      <ElsewhereNote id={id} visits={activity?.visits} />
    </Card>
  );
}

/** Explains why the overview has fewer visits for the company: it counts by network, this page by visitor. */
function ElsewhereNote({ id, visits }: { id: string; visits: number | undefined }) {
  const { companies } = useMessages();
  const { workspace } = useMe();
  const { since, until, timeZone } = usePeriod();
  const query = {
    from: since,
    to: until,
    time_zone: timeZone,
    test: useTest(),
    metrics: ['sessions'],
    company: id,
  } as const;
  const stats = useRead('GET /stats', { query }, { keepsPrevious: true });
  const counted = stats.data?.data.total.sessions;
  if (visits === undefined || counted === undefined || counted >= visits) return null;
  return (
    <p className={columns.nothing}>
      {companies.elsewhere(visits - counted)}{' '}
      <Link to={`/app/${workspace.id}/overview` as string} search={{ company: id } as never}>
        {companies.inOverview(counted)}
      </Link>
    </p>
  );
}

function CompanyFacts({ company }: { company: Company }) {
  const { companies } = useMessages();
  const { activity } = company;
  return (
    <Card title={companies.facts}>
      <Facts
        facts={[
          { name: companies.domain, value: company.domain || '–' },
          { name: companies.industry, value: company.main_industry || '–' },
          { name: companies.employees, value: company.employees || '–' },
          { name: companies.description, value: company.description || '–' },
          { name: companies.firstSeen, value: <When at={activity?.first_seen} /> },
          { name: companies.lastSeen, value: <When at={activity?.last_seen} /> },
          { name: companies.created, value: <When at={company.created_at} /> },
        ]}
      />
    </Card>
  );
}

function TopPages({ company: { activity } }: { company: Company }) {
  const { companies } = useMessages();
  return (
    <Card title={companies.topPages}>
      {activity?.top_pages.length === 0 ? (
        <p className={columns.nothing}>{companies.noPages}</p>
      ) : (
        <TopTable
          title={companies.page}
          counted={companies.views}
          rows={activity?.top_pages.map(({ url, views }) => ({
            value: url,
            label: pathOf(url),
            count: views,
          }))}
        />
      )}
    </Card>
  );
}

function CompanyTimeline({ id }: { id: string }) {
  const nameOf = useVisitorNames(id);
  return (
    <TimelineCard
      visits={<VisitTimeline of={{ company_id: id }} whoOf={nameOf} />}
      activity={<CompanyActivity id={id} />}
    />
  );
}

function CompanyActivity({ id }: { id: string }) {
  const test = useTest();
  const pages = usePages('activity', 20);
  const { limit, offset } = pages;
  const activity = useRead(
    'GET /companies/{id}/activity',
    { params: { id }, query: { test, limit, offset } },
    { keepsPrevious: true },
  );
  return <ActivityList query={activity} pages={pages} hasWho />;
}
