import { Text } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';
import { useFormat } from './format.ts';
import { SkeletonBlock } from './skeletons.tsx';
import classes from './top-table.module.css';

export interface TopRow {
  /** Filter value of a click; may be empty. */
  value: string;
  label: string;
  count: number;
  /** In the previous period. */
  before?: number | undefined;
}

interface TopTableProps {
  /** Title of the rows, and of what is counted. */
  title: string;
  counted: string;
  rows: TopRow[] | undefined;
  onChoose?: (row: TopRow) => void;
  /** Reserved height. */
  room?: number;
}

/** The top values, each with a bar; a click filters by it. */
export function TopTable({ title, counted, rows, onChoose, room = 180 }: TopTableProps) {
  const { common } = useMessages();
  const format = useFormat();
  if (!rows) return <SkeletonBlock height={room} />;
  if (rows.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {common.none}
      </Text>
    );
  const most = Math.max(...rows.map(({ count }) => count), 1);
  return (
    <table className={classes.top}>
      <thead>
        <tr>
          <th>{title}</th>
          <th>{counted}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.value}>
            <td>
              <span className={classes.bar} style={{ width: `${(row.count / most) * 100}%` }} />
              {onChoose ? (
                <button type="button" className={classes.label} onClick={() => onChoose(row)}>
                  {row.label || common.unknown}
                </button>
              ) : (
                <span className={classes.label}>{row.label || common.unknown}</span>
              )}
            </td>
            <td
              title={
                row.before === undefined ? undefined : common.previously(format.number(row.before))
              }
            >
              {format.number(row.count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
