/** Placeholders while content loads. */
import { Skeleton } from '@mantine/core';

export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_row, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <tr key={row}>
      {Array.from({ length: columns }, (_column, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <td key={column} data-narrow>
          <Skeleton height={9} width={`${45 + ((row * 7 + column * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}

export function SkeletonBlock({ height }: { height: number }) {
  return <Skeleton height={height} radius="lg" aria-hidden="true" />;
}
