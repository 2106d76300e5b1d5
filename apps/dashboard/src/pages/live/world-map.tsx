/** Visitors by country: a circle each, sized by their number. */

import type { LiveVisitor } from '@footfall/contract/live';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../kit/format.ts';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { useMessages } from '../../messages/language.tsx';
import classes from './live.module.css';
import type { Land } from './world.ts';

const world = () => import('./world.ts').then((all) => all.lands());

export function WorldMap({ visitors }: { visitors: LiveVisitor[] }) {
  const { live } = useMessages();
  const format = useFormat();
  const { data } = useQuery({ queryKey: ['world'], queryFn: world, staleTime: Infinity });
  if (!data) return <SkeletonBlock height={240} />;
  const counts = countByCountry(visitors);
  const countries = data.filter(({ country }) => counts.has(country));
  return (
    <figure className={classes.map} aria-label={live.map}>
      <svg viewBox="0 0 640 320" aria-hidden="true" focusable="false">
        {data.map(({ country, path }) => (
          <path key={country} d={path} data-here={counts.has(country) || undefined} />
        ))}
        {countries.map((land) => (
          <Circle key={land.country} land={land} count={counts.get(land.country) ?? 0} />
        ))}
      </svg>
      <figcaption>
        {[...counts]
          .toSorted(([, one], [, other]) => other - one)
          .slice(0, 6)
          .map(
            ([country, count]) =>
              `${format.country(country) || live.somewhere} ${format.number(count)}`,
          )
          .join(' · ')}
      </figcaption>
    </figure>
  );
}

function Circle({ land: { at }, count }: { land: Land; count: number }) {
  const [x, y] = at;
  return <circle cx={x} cy={y} r={Math.min(4 + 2 * Math.sqrt(count), 22)} />;
}

function countByCountry(visitors: LiveVisitor[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { place } of visitors) {
    counts.set(place.country, (counts.get(place.country) ?? 0) + 1);
  }
  return counts;
}
