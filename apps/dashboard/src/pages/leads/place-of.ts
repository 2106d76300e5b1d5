import { useFormat } from '../../kit/format.ts';

/** City and country of a record that has a place, as far as it is known. */
export function usePlaceOf(): (location: Record<string, unknown> | undefined) => string {
  const format = useFormat();
  return (location) => {
    const { city, country } = location ?? {};
    const land = typeof country === 'string' ? format.country(country) : '';
    return [city, land].filter((part) => typeof part === 'string' && part !== '').join(', ') || '–';
  };
}
