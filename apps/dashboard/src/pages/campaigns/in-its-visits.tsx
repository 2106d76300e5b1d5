import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { useFormat } from '../../kit/format.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import columns from '../../kit/record-page.module.css';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe, useTest } from '../../shell/frame-context.tsx';
import classes from './campaign-page.module.css';

const shown = 10;

/** Events in the campaign's own visits; models may credit it for later visits. */
export function InItsVisits({ id }: { id: string }) {
  const { workspace } = useMe();
  return (
    <>
      {workspace.features.includes('conversions') && <Conversions id={id} />}
      <Leads id={id} />
    </>
  );
}

function useQueryOf(id: string) {
  return { filter: `session.campaign_id = ${id}`, limit: shown, test: useTest() };
}

function Conversions({ id }: { id: string }) {
  const { campaigns } = useMessages();
  const format = useFormat();
  const query = { ...useQueryOf(id), expand: ['identity'] } as const;
  const { data, error } = useRead('GET /conversions', { query });
  return (
    <Rows title={campaigns.conversionsInVisits} isThere={data !== undefined} fault={error}>
      {data?.data.map(({ id: own, name, value, currency, created_at }) => (
        <li key={own}>
          <RecordLink page="conversions" id={own}>
            {name}
          </RecordLink>
          <span>{value === null ? '' : format.money(value, currency)}</span>
          <When at={created_at} />
        </li>
      ))}
    </Rows>
  );
}

function Leads({ id }: { id: string }) {
  const { campaigns } = useMessages();
  const query = { ...useQueryOf(id), expand: ['identity'] } as const;
  const { data, error } = useRead('GET /leads', { query });
  return (
    <Rows title={campaigns.leadsInVisits} isThere={data !== undefined} fault={error}>
      {data?.data.map(({ id: own, code, identity, created_at }) => (
        <li key={own}>
          <RecordLink page="leads" id={own}>
            {identity?.name || identity?.email || code}
          </RecordLink>
          <When at={created_at} />
        </li>
      ))}
    </Rows>
  );
}

interface RowsProps {
  title: string;
  isThere: boolean;
  fault: Error | null;
  children: ReactNode[] | undefined;
}

function Rows({ title, isThere, fault, children }: RowsProps) {
  const { campaigns } = useMessages();
  return (
    <Card title={title}>
      {fault && <Fault fault={fault} />}
      {!isThere && !fault && <SkeletonBlock height={120} />}
      {children?.length === 0 && <p className={columns.nothing}>{campaigns.nothing}</p>}
      <ul className={classes.rows}>{children}</ul>
    </Card>
  );
}
