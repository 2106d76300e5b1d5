import classes from './mark.module.css';

export type MarkLook = 'accent' | 'good' | 'warn' | 'bad' | 'quiet';

interface MarkProps {
  look: MarkLook;
  /** Details on hover. */
  title?: string | undefined;
  children: string;
}

/** A badge on a record, in colors readable in both schemes. */
export function Mark({ look, title, children }: MarkProps) {
  return (
    <span className={classes.mark} data-look={look} title={title}>
      {children}
    </span>
  );
}
