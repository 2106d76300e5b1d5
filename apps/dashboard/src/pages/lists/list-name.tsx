import type { VisitorList } from '@footfall/contract/list-record';
import classes from './lists.module.css';

/** With its color. */
export function ListName({ list }: { list: Pick<VisitorList, 'name' | 'color'> }) {
  return (
    <span className={classes.name}>
      <span className={classes.dot} style={{ background: list.color }} />
      {list.name}
    </span>
  );
}
