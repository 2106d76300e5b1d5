import { Skeleton } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';
import classes from './figure.module.css';
import { useFormat } from './format.ts';
import { Icon } from './icons.tsx';

interface FigureProps {
  label: string;
  /** Formatted; undefined while loading. */
  value: string | undefined;
  /** For the change: the number now and in the previous period. */
  now?: number | null | undefined;
  before?: number | null | undefined;
  /** The previous value, formatted. */
  beforeText?: string;
  /** A lower value is better, as with bounces. */
  isLessBetter?: boolean;
  /** Makes it a button that selects it for the chart. */
  onChoose?: () => void;
  isChosen?: boolean;
}

/** One number of a period, with its change. */
export function Figure(props: FigureProps) {
  const { label, value, onChoose, isChosen } = props;
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value ?? <Skeleton height={22} width={72} mt={4} />}</span>
      <Change {...props} />
    </>
  );
  if (!onChoose) return <div className={classes.figure}>{content}</div>;
  return (
    <button type="button" className={classes.figure} aria-pressed={isChosen} onClick={onChoose}>
      {content}
    </button>
  );
}

function Change({ now, before, beforeText, isLessBetter = false }: FigureProps) {
  const format = useFormat();
  const { common } = useMessages();
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) {
    return <span className={classes.change}>&nbsp;</span>;
  }
  const share = (now - before) / before;
  const isBetter = share > 0 !== isLessBetter;
  const look = isBetter ? 'good' : 'bad';
  return (
    <span
      className={classes.change}
      data-look={Math.abs(share) < 0.0005 ? undefined : look}
      title={beforeText && common.previously(beforeText)}
    >
      {share !== 0 && <Icon name={share > 0 ? 'chevronUp' : 'chevronDown'} size={11} />}
      {format.percent(Math.abs(share))}
    </span>
  );
}
