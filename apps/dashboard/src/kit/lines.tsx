import type { ReactNode } from 'react';
import classes from './lines.module.css';
import { SkeletonBlock } from './skeletons.tsx';

export interface Line {
  id: string;
  main: ReactNode;
  /** Smaller, below it. */
  note?: ReactNode;
  /** At the end of the line: a figure, mark or action. */
  side?: ReactNode;
  /** It no longer counts. */
  isOff?: boolean;
}

interface LinesProps {
  label: string;
  /** Undefined while loading. */
  lines: Line[] | undefined;
  /** Text if there are none. */
  empty: string;
}

/** A few records, or facts with evidence, in a card. */
export function Lines({ label, lines, empty }: LinesProps) {
  if (!lines) return <SkeletonBlock height={56} />;
  if (lines.length === 0) return <p className={classes.nothing}>{empty}</p>;
  return (
    <ul className={classes.lines} aria-label={label}>
      {lines.map(({ id, main, note, side, isOff }) => (
        <li key={id} data-off={isOff || undefined}>
          <div className={classes.words}>
            {main}
            {note && <div className={classes.note}>{note}</div>}
          </div>
          {side && <div className={classes.side}>{side}</div>}
        </li>
      ))}
    </ul>
  );
}
