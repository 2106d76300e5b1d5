/** City and country of a record that has a place, as far as it is known. */
export function placeOf(location: Record<string, unknown> | undefined): string {
  const { city, country } = location ?? {};
  return (
    [city, country].filter((part) => typeof part === 'string' && part !== '').join(', ') || '–'
  );
}
