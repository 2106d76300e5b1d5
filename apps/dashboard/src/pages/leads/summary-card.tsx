import { Button } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../kit/card.tsx';
import { Facts, factsOf } from '../../kit/facts.tsx';
import { Icon } from '../../kit/icons.tsx';
import type { JsonObject } from '../../kit/json-object.ts';
import columns from '../../kit/record-page.module.css';
import { ValuesForm } from '../../kit/values-form.tsx';
import { useMessages } from '../../messages/language.tsx';

interface SummaryCardProps {
  summary: JsonObject;
  isSaving: boolean;
  /** Gets changed notes; null removes one. Absent without permission. */
  onSave: ((changed: JsonObject) => void) | undefined;
}

export function SummaryCard({ summary, isSaving, onSave }: SummaryCardProps) {
  const { leads, common } = useMessages();
  const [isEditing, setEditing] = useState(false);
  const isEmpty = Object.keys(summary).length === 0;
  const edit = onSave && !isEditing && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="edit" size={14} />}
      loading={isSaving}
      onClick={() => setEditing(true)}
    >
      {common.edit}
    </Button>
  );
  return (
    <Card title={leads.summary} actions={edit}>
      {isEditing && onSave ? (
        <ValuesForm
          values={summary}
          words={{ name: leads.property, value: leads.value, add: leads.addProperty }}
          onDone={(changed) => {
            setEditing(false);
            if (changed) onSave(changed);
          }}
        />
      ) : (
        <>
          {!isEmpty && <Facts facts={factsOf(summary)} />}
          {isEmpty && <p className={columns.nothing}>{leads.summaryText}</p>}
        </>
      )}
    </Card>
  );
}
