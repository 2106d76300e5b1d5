import { Avatar } from '@mantine/core';

interface PersonPictureProps {
  person: { name: string; email: string; avatar: string };
  size: number;
}

/** A member's picture, beside the name. Remote pictures are not loaded: their host would learn who views the page, and when. */
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

/** Stored with the account, not remote. */
export function isKeptHere(avatar: string): boolean {
  return avatar.startsWith('data:');
}
