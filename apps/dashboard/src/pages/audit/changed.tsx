/** Changes of an audit log entry: fields by name, with before and after if stored. */
import { useState } from 'react';
import { type ChangedField, type ChangeWords, changedFields } from '../../kit/changed-fields.ts';
import { useFormat } from '../../kit/format.ts';
import { useMessages } from '../../messages/language.tsx';
import classes from './changed.module.css';

/** Initially visible. */
const shown = { fields: 3, characters: 60 };

export function Changed(props: Parameters<typeof changedFields>[0]) {
  const { number } = useFormat();
  const words: ChangeWords = { ...useMessages(), number };
  const { audit } = words;
  const [isOpen, setOpen] = useState(false);
  const all = changedFields(props, words);
  if (all.length === 0) return <span>–</span>;
  const isLong = all.length > shown.fields || all.some(isCut);
  return (
    <div className={classes.changed}>
      <ul>
        {(isOpen ? all : all.slice(0, shown.fields)).map((field) => (
          <li key={field.name}>
            <Field field={isOpen ? field : shortened(field)} />
          </li>
        ))}
      </ul>
      {isLong && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? audit.less : audit.all(all.length)}
        </button>
      )}
    </div>
  );
}

function Field({ field: { name, before, after } }: { field: ChangedField }) {
  if (after === undefined) return <>{name}</>;
  if (before === undefined) return <>{`${name}: ${after}`}</>;
  return (
    <>
      {`${name}: `}
      <del>{before}</del>
      {' → '}
      <ins>{after}</ins>
    </>
  );
}

function isCut({ before = '', after = '' }: ChangedField): boolean {
  return Math.max(before.length, after.length) > shown.characters;
}

function shortened({ name, before, after }: ChangedField): ChangedField {
  const short = (text: string | undefined) =>
    text !== undefined && text.length > shown.characters
      ? `${text.slice(0, shown.characters).trimEnd()}…`
      : text;
  return { name, before: short(before), after: short(after) };
}
