/** What can be done with the rows that are selected: put on a list, taken off one, saved as a file. */
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
  /** Of whom the rows are; absent: of nobody who could be on a list. */
  of?: ChangeSubject;
  /** The export of these records, such as /exports/leads. */
  file: string;
  list: ListState;
  selection: Selection;
  bots?: boolean;
  /** Of leads: the suspect ones, which are no list's. */
  suspect?: boolean;
  /** What else the list is asked with. */
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

/** All that the table matches, beside the title of the page. */
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

/** As a list is asked for others than its usual records. */
function kindsOf(bots: boolean, suspect: boolean) {
  return { ...(bots && { bots }), ...(suspect && { suspect }) };
}
