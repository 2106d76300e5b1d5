import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../shell/frame-context.tsx';
import type { RawSearch } from '../shell/search.ts';

interface KindChoiceProps {
  /** The URL parameter for the other kinds. */
  name: string;
  label: string;
  usual: string;
  others: string;
}

/** For a table that shows one of several kinds of record. */
export function KindChoice({ name, label, usual, others }: KindChoiceProps) {
  const set = useSetSearch();
  const isOthers = useIsChosen(name);
  const choice = (value: boolean, text: string) => (
    <Button
      variant={value === isOthers ? 'light' : 'subtle'}
      aria-pressed={value === isOthers}
      onClick={() => set({ [name]: value || undefined, page: undefined })}
    >
      {text}
    </Button>
  );
  return (
    <Group gap={4} role="group" aria-label={label}>
      {choice(false, usual)}
      {choice(true, others)}
    </Group>
  );
}

export function useIsChosen(name: string): boolean {
  const raw: RawSearch = useSearch({ strict: false });
  return raw[name] === true || raw[name] === 'true';
}
