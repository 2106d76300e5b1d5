import { Avatar } from '@mantine/core';

interface PersonPictureProps {
  person: { name: string; email: string; avatar: string };
  size: number;
}

/** Of a member, beside the name. A picture elsewhere is not fetched: its host would learn who looks at the page, and when. */
export function PersonPicture({ person: { name, email, avatar }, size }: PersonPictureProps) {
  return (
    <Avatar
      size={size}
      name={name || email}
      src={isKeptHere(avatar) ? avatar : null}
      color="accent"
      aria-hidden
    />
  );
}

/** With the account, not at an address elsewhere. */
export function isKeptHere(avatar: string): boolean {
  return avatar.startsWith('data:');
}
