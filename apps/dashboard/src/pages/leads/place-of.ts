import { useFormat } from '../../kit/format.ts';

/** A record's city and country, as far as known. */
export function usePlaceOf(): (location: Record<string, unknown> | undefined) => string {
  const format = useFormat();
  return (location) => {
    const { city, country } = location ?? {};
    const land = typeof country === 'string' ? format.country(country) : '';
    return [city, land].filter((part) => typeof part === 'string' && part !== '').join(', ') || '–';
  };
}
