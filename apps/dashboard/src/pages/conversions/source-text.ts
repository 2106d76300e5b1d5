import { useMessages } from '../../messages/language.tsx';

export function useSourceText() {
  const { sources }: { sources: Record<string, string> } = useMessages().conversions;
  return (source: string) => sources[source] ?? source;
}
