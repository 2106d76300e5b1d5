import type { ReactNode } from 'react';
import classes from './figure-row.module.css';

/** Figures side by side. */
export function FigureRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
