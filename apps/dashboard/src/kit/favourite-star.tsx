import { ActionIcon } from '@mantine/core';
import { useChange } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { useMay } from '../shell/frame-context.tsx';
import classes from './favourite-star.module.css';
import { Icon } from './icons.tsx';
import { sayFault } from './toasts.ts';

interface FavouriteStarProps {
  person: { id: string; name: string; email: string; is_favorite: boolean };
}

/** Marks a person in place: shown at once, and reverted if the service refuses. */
export function FavouriteStar({ person }: FavouriteStarProps) {
  const { people, common } = useMessages();
  const mayEdit = useMay('admin', 'member');
  const change = useChange('PATCH /identities/{id}', ['GET /identities', 'GET /identities/{id}']);
  const pendingValue = change.isPending ? change.variables.input.body?.is_favorite : undefined;
  const isOn = pendingValue ?? person.is_favorite;
  const toggle = () =>
    change.mutate(
      { input: { params: { id: person.id }, body: { is_favorite: !isOn } } },
      { onError: (fault) => sayFault(fault, common) },
    );
  return (
    <ActionIcon
      size="sm"
      className={isOn ? (classes.on ?? '') : ''}
      aria-label={people.favouriteOf(person.name || person.email || people.one)}
      aria-pressed={isOn}
      disabled={!mayEdit}
      onClick={toggle}
    >
      <Icon name="star" size={15} />
    </ActionIcon>
  );
}
