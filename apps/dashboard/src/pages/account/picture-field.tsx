import type { OwnAccount } from '@footfall/contract/account';
import { Button, FileButton, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { isKeptHere, PersonPicture } from '../../kit/person-picture.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useDoorChange } from './own-account.ts';
import { largestFileBytes, smallPicture } from './small-picture.ts';

/** The picture beside one's name, from a file that is resized before upload. */
export function PictureField({ user }: { user: OwnAccount['user'] }) {
  const { account } = useMessages();
  const [fault, setFault] = useState<string>();
  const keeping = useDoorChange(account.saved);
  const removing = useDoorChange(account.pictureRemoved);
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > largestFileBytes) return setFault(account.pictureTooLarge);
    const avatar = await smallPicture(file);
    setFault(avatar ? undefined : account.pictureUnreadable);
    if (avatar) keeping.mutate({ path: 'update-user', body: { avatar } });
  };
  const isElsewhere = user.avatar !== '' && !isKeptHere(user.avatar);
  const text = isElsewhere ? account.pictureElsewhere(hostOf(user.avatar)) : account.pictureText;
  return (
    <Input.Wrapper labelElement="div" label={account.picture} description={text} error={fault}>
      <Group gap="sm" mt={6}>
        <PersonPicture person={user} size={64} />
        <FileButton onChange={(file) => void take(file)} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button variant="default" size="xs" loading={keeping.isPending} {...props}>
              {account.choosePicture}
            </Button>
          )}
        </FileButton>
        {user.avatar !== '' && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            loading={removing.isPending}
            onClick={() => {
              setFault(undefined);
              removing.mutate({ path: 'update-user', body: { avatar: '' } });
            }}
          >
            {account.removePicture}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
