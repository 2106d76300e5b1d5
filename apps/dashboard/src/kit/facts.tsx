import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Fields of a record by name. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Values of an object that somebody sent; nested objects as JSON. */
export function factsOf(object: Record<string, unknown>): Fact[] {
  return Object.entries(object).map(([name, value]) => ({ name, value: valueText(value) }));
}

export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
