import type { PersonOutline } from '@footfall/contract/identity-overrides';
import { useFormat } from '../../kit/format.ts';
import { useMessages } from '../../messages/language.tsx';
import classes from './outcome-table.module.css';

/** People affected by an identity override, before or after it. */
export function OutcomeTable({ title, people: rows }: { title: string; people: PersonOutline[] }) {
  const { people } = useMessages();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className={classes.scroll} aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th>{people.one}</th>
            <th>{people.addresses}</th>
            <th>{people.userIds}</th>
            <th data-end>{people.devices}</th>
            <th data-end>{people.leads}</th>
            <th data-end>{people.conversions}</th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={6}>{people.nobody}</td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.name || row.email || row.user_ids[0] || people.unnamed}</td>
              <td>{row.emails.join(', ') || '–'}</td>
              <td>{row.user_ids.join(', ') || '–'}</td>
              <td data-end>{format.number(row.visitors)}</td>
              <td data-end>{format.number(row.leads)}</td>
              <td data-end>{format.number(row.conversions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
