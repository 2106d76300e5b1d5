import { useMessages } from '../messages/language.tsx';
import type { ListState } from '../shell/frame-context.tsx';
import { Icon } from './icons.tsx';
import classes from './sort-header.module.css';

interface SortHeaderProps {
  title: string;
  sort: string | undefined;
  list: ListState;
  isEnd: boolean;
  isNarrow: boolean;
  staysInView: boolean;
}

/** A column header; a button if sortable: descending first, then ascending. */
export function SortHeader({ title, sort, list, isEnd, isNarrow, staysInView }: SortHeaderProps) {
  const { table } = useMessages();
  const attributes = {
    'data-end': isEnd || undefined,
    'data-narrow': isNarrow || undefined,
    'data-stays': staysInView || undefined,
  };
  if (!sort) return <th {...attributes}>{title}</th>;
  const isDown = list.sort === `-${sort}`;
  const isUp = list.sort === sort;
  const order = isDown ? 'descending' : 'ascending';
  return (
    <th {...attributes} aria-sort={isDown || isUp ? order : 'none'}>
      <button
        type="button"
        className={classes.sort}
        aria-label={table.sortBy(title)}
        onClick={() => list.set({ sort: isDown ? sort : `-${sort}` })}
      >
        {title}
        {(isDown || isUp) && <Icon name={isDown ? 'chevronDown' : 'chevronUp'} size={12} />}
      </button>
    </th>
  );
}
