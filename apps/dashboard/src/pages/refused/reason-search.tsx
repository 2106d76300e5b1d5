import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useMessages } from '../../messages/language.tsx';

interface ReasonSearchProps {
  reason: string | undefined;
  onSearch: (reason: string | undefined) => void;
}

export function ReasonSearch({ reason, onSearch }: ReasonSearchProps) {
  const { refused, common } = useMessages();
  const [text, setText] = useState(reason ?? '');
  useEffect(() => setText(reason ?? ''), [reason]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim() || undefined);
  };
  return (
    <search>
      <form onSubmit={submit}>
        <Group gap="xs">
          <TextInput
            aria-label={refused.search}
            placeholder={refused.search}
            value={text}
            maxLength={200}
            data-filter
            flex="1 1 240px"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {common.search}
          </Button>
          {reason && (
            <Button variant="subtle" onClick={() => onSearch(undefined)}>
              {refused.searchClear}
            </Button>
          )}
        </Group>
      </form>
    </search>
  );
}
