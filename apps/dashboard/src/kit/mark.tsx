import classes from './mark.module.css';

export type MarkLook = 'accent' | 'good' | 'warn' | 'bad' | 'quiet';

interface MarkProps {
  look: MarkLook;
  /** More of it, for whoever points at it. */
  title?: string | undefined;
  children: string;
}

/** A word about a record that stands out, in colours that can be read in both schemes. */
export function Mark({ look, title, children }: MarkProps) {
  return (
    <span className={classes.mark} data-look={look} title={title}>
      {children}
    </span>
  );
}
