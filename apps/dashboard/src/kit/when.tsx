import { useFormat } from './format.ts';

/** A relative time; the exact one, in the page's time zone, on hover. */
export function When({ at }: { at: string | null | undefined }) {
  const format = useFormat();
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.relative(at)}
    </time>
  );
}
