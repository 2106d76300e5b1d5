import { beginningOf } from '@footfall/contract/day-beginning';
import type { RejectedEvent } from '@footfall/contract/rejected-events';
import { UnstyledButton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { TopTable } from '../../kit/top-table.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useListState, usePeriod, useSetSearch, useTest } from '../../shell/frame-context.tsx';
import { pageQuery } from '../../shell/list-query.ts';
import { type RawSearch, textOf } from '../../shell/search.ts';
import { reasonIn } from './advice.ts';
import { CompletenessCard } from './completeness-card.tsx';
import { ReasonSearch } from './reason-search.tsx';
import classes from './refused.module.css';
import { RefusedDialog } from './refused-dialog.tsx';

type Sort = 'created_at' | '-created_at';

export function RefusedPage() {
  const { refused } = useMessages();
  const list = useListState({ sort: '-created_at' });
  const { reason, setReason } = useReason();
  const range = useCreatedRange();
  const query = {
    ...range,
    ...(reason && { reason }),
    ...pageQuery<Sort>(list),
  };
  const events = useRead('GET /rejected-events', { query }, { keepsPrevious: true });
  const [shown, setShown] = useState<RejectedEvent>();
  return (
    <Page title={refused.title} subtitle={refused.notAll} hasPeriod>
      <CompletenessCard />
      <ByReason range={range} onChoose={setReason} />
      <ReasonSearch reason={reason} onSearch={setReason} />
      <RecordTable
        label={refused.title}
        columns={useColumns(setShown)}
        idOf={({ id }) => id}
        {...rowsIn(events)}
        list={list}
        empty={
          reason ? (
            <Empty icon="filter" title={refused.noMatch} />
          ) : (
            <Empty icon="refused" title={refused.empty} text={refused.emptyText} />
          )
        }
      />
      {shown && <RefusedDialog message={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function useReason() {
  const { reason } = useSearch({ strict: false }) as RawSearch;
  const set = useSetSearch();
  return {
    reason: textOf(reason)?.slice(0, 200),
    setReason: (chosen: string | undefined) =>
      set({ reason: chosen?.slice(0, 200) || undefined, page: undefined }),
  };
}

/** List bounds are exclusive; the period includes its first moment. */
function useCreatedRange() {
  const { since, until, timeZone } = usePeriod();
  const test = useTest();
  const before = Date.parse(beginningOf(since, timeZone)) - 1;
  return {
    test,
    created_after: new Date(before).toISOString(),
    created_before: beginningOf(until, timeZone),
  };
}

interface ByReasonProps {
  range: ReturnType<typeof useCreatedRange>;
  onChoose: (reason: string) => void;
}

function ByReason({ range, onChoose }: ByReasonProps) {
  const { refused } = useMessages();
  const { data, error } = useRead(
    'GET /rejected-events/reasons',
    { query: range },
    { keepsPrevious: true },
  );
  const reasons = data?.data.reasons;
  // The table below shows the same error.
  if (error || reasons?.length === 0) return null;
  return (
    <Card title={refused.byReason}>
      <TopTable
        title={refused.reason}
        counted={refused.counted}
        rows={reasons?.slice(0, 10).map(({ count, ...why }) => ({
          value: why.reason,
          label: reasonIn(why, refused),
          count,
        }))}
        onChoose={({ value }) => onChoose(value)}
      />
      {data && <p className={classes.note}>{refused.ofNewest(data.data.total)}</p>}
    </Card>
  );
}

function useColumns(onShow: (message: RejectedEvent) => void): Column<RejectedEvent>[] {
  const { refused } = useMessages();
  return [
    {
      id: 'reason',
      title: refused.reason,
      cell: (message) => (
        <UnstyledButton
          className={classes.reason ?? ''}
          title={refused.show}
          onClick={() => onShow(message)}
        >
          {reasonIn(message, refused)}
        </UnstyledButton>
      ),
    },
    {
      id: 'body',
      title: refused.body,
      cell: ({ body }) => <code className={classes.excerpt}>{body.slice(0, 120)}</code>,
    },
    { id: 'key', title: refused.key, cell: ({ key_name }) => key_name || refused.unknownKey },
    {
      id: 'received',
      title: refused.received,
      sort: 'created_at',
      isNarrow: true,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
}
