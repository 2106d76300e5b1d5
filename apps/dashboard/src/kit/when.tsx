import { useFormat } from './format.ts';

/** A time as people say it; exactly, in the time zone of the page, for whoever points at it. */
export function When({ at }: { at: string | null | undefined }) {
  const format = useFormat();
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.relative(at)}
    </time>
  );
}
