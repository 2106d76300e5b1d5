import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useRecord } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { ConflictDialog } from '../../kit/conflict-dialog.tsx';
import { useEdit } from '../../kit/edit.ts';
import { Facts, valueText } from '../../kit/facts.tsx';
import { Icon } from '../../kit/icons.tsx';
import columns from '../../kit/record-page.module.css';
import { ValuesForm } from '../../kit/values-form.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay } from '../../shell/frame-context.tsx';

type Person = AnswerOf<'GET /identities/{id}'>['data'];

/** The person's traits beside name and address, with their verification levels. */
export function TraitsCard({ person }: { person: Person }) {
  const { people, common } = useMessages();
  const mayEdit = useMay('admin', 'member');
  const [isEditing, setEditing] = useState(false);
  const params = { id: person.id };
  const identity = useRecord('GET /identities/{id}', { params });
  const edit = useEdit({
    read: 'GET /identities/{id}',
    change: 'PATCH /identities/{id}',
    params,
    record: identity.data,
    outdates: ['GET /identities', 'GET /identities/{id}'],
  });
  const traits = identity.data?.body.data.traits ?? person.traits;
  const begin = mayEdit && !isEditing && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="edit" size={14} />}
      loading={edit.isSaving}
      disabled={identity.data === undefined}
      onClick={() => setEditing(true)}
    >
      {common.edit}
    </Button>
  );
  return (
    <Card title={people.traits} actions={begin}>
      {isEditing ? (
        <ValuesForm
          values={traits}
          words={{ name: people.trait, value: people.traitValue, add: people.addTrait }}
          onDone={(changed) => {
            setEditing(false);
            if (changed) edit.save({ traits: changed });
          }}
        />
      ) : (
        <ShownTraits id={person.id} traits={traits} />
      )}
      <ConflictDialog conflict={edit.conflict} />
    </Card>
  );
}

function ShownTraits({ id, traits }: { id: string; traits: Record<string, unknown> }) {
  const { people, why } = useMessages();
  const { data } = useRead('GET /identities/{id}', {
    params: { id },
    query: { expand: ['verification_levels'], fields: ['id', 'verification_levels'] },
  });
  const levels = data?.data.verification_levels?.traits ?? {};
  const entries = Object.entries(traits);
  if (entries.length === 0) return <p className={columns.nothing}>{people.noTraits}</p>;
  return (
    <Facts
      facts={entries.map(([name, value]) => {
        const level = levels[name];
        return {
          name,
          value: <span title={level && why.verificationLevels[level]}>{valueText(value)}</span>,
        };
      })}
    />
  );
}
