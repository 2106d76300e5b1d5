/** Countries as paths of 640 by 320, from Natural Earth (public domain) through the package world-atlas. */
import { geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json';

export interface Land {
  /** The service's English name. */
  country: string;
  path: string;
  /** Its center. */
  at: [number, number];
}

/** Map names that differ from the service's, which are Unicode's. */
const otherNames: Record<string, string> = {
  'Bosnia and Herz.': 'Bosnia & Herzegovina',
  'Central African Rep.': 'Central African Republic',
  Congo: 'Congo - Brazzaville',
  "Côte d'Ivoire": 'Côte d’Ivoire',
  'Dem. Rep. Congo': 'Congo - Kinshasa',
  'Dominican Rep.': 'Dominican Republic',
  'Eq. Guinea': 'Equatorial Guinea',
  'Falkland Is.': 'Falkland Islands',
  'Fr. S. Antarctic Lands': 'French Southern Territories',
  Macedonia: 'North Macedonia',
  Myanmar: 'Myanmar (Burma)',
  Palestine: 'Palestinian Territories',
  'S. Sudan': 'South Sudan',
  'Solomon Is.': 'Solomon Islands',
  'Trinidad and Tobago': 'Trinidad & Tobago',
  Turkey: 'Türkiye',
  'United States of America': 'United States',
  'W. Sahara': 'Western Sahara',
  eSwatini: 'Eswatini',
};

type Topology = Parameters<typeof feature>[0];
type Country = GeoJSON.Feature<GeoJSON.Geometry, { name: string }>;

export function lands(): Land[] {
  const topology = atlas as unknown as Topology;
  const world = feature(topology, topology.objects.countries as never) as unknown as {
    features: Country[];
  };
  const countries = world.features.filter(({ properties }) => properties.name !== 'Antarctica');
  const projection = geoNaturalEarth1().fitSize([640, 320], {
    type: 'FeatureCollection',
    features: countries,
  });
  const path = geoPath(projection).digits(1);
  return countries.map((country) => {
    const { name } = country.properties;
    return {
      country: otherNames[name] ?? name,
      path: path(country) ?? '',
      at: projection(geoCentroid(country)) ?? [0, 0],
    };
  });
}
