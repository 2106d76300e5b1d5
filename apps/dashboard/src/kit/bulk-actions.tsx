/** Actions for selected rows: add to a list, remove from one, export. */
import type { ChangeSubject, ListChangeAction } from '@footfall/contract/list-changes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { type ListState, useMay, useMe, useTest } from '../shell/frame-context.tsx';
import { chosenFilters, mostNamed } from './chosen-filter.ts';
import { ExportMenu } from './export-menu.tsx';
import { ListChangeDialog } from './list-change-dialog.tsx';
import type { Selection } from './selection.tsx';

interface BulkActionsProps {
  /** Kind of the rows; absent if they cannot be on a list. */
  of?: ChangeSubject;
  /** Export path of these records, such as /exports/leads. */
  file: string;
  list: ListState;
  selection: Selection;
  bots?: boolean;
  /** For leads: the suspect ones, which cannot be on lists. */
  suspect?: boolean;
  /** Further query parameters of the list. */
  query?: Record<string, unknown>;
}

export function BulkActions(props: BulkActionsProps) {
  const { of, file, list, selection, bots = false, suspect = false, query } = props;
  const { bulk } = useMessages();
  const test = useTest();
  const { workspace } = useMe();
  const mayChange = useMay('admin', 'member') && workspace.features.includes('lists');
  const [action, setAction] = useState<ListChangeAction>();
  const filters = chosenFilters(selection, list);
  const [filter] = filters;
  return (
    <>
      {of && mayChange && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => setAction('add')}>
            {bulk.addToList}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setAction('remove')}>
            {bulk.removeFromList}
          </Button>
        </>
      )}
      <ExportMenu
        isSmall
        path={file}
        query={{
          test,
          sort: list.sort,
          ...(filter && { filter }),
          ...kindsOf(bots, suspect),
          ...query,
        }}
        total={selection.count}
        refusal={filters.length > 1 ? bulk.tooManyChosen(mostNamed) : undefined}
      />
      {of && action && (
        <ListChangeDialog
          action={action}
          request={{ of: filters.map((each) => ({ of, filter: each })), test, bots }}
          onDone={selection.clear}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}

interface ExportAllProps
  extends Pick<BulkActionsProps, 'file' | 'list' | 'bots' | 'suspect' | 'query'> {
  total: number | undefined;
}

/** Exports everything the table matches; beside the page's title. */
export function ExportAll(props: ExportAllProps) {
  const { file, list, total, bots = false, suspect = false, query } = props;
  const test = useTest();
  const { filter, sort } = list;
  return (
    <ExportMenu
      path={file}
      query={{ test, sort, ...(filter && { filter }), ...kindsOf(bots, suspect), ...query }}
      total={total ?? 0}
    />
  );
}

/** Query for other kinds than the list's default. */
function kindsOf(bots: boolean, suspect: boolean) {
  return { ...(bots && { bots }), ...(suspect && { suspect }) };
}
