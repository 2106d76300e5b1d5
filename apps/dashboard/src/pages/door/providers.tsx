import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { askDoor } from '../../api/door.ts';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { keepPlace } from '../../shell/next-place.ts';
import { DoorFaultAlert } from './door.tsx';

interface Provider {
  id: string;
  name: string;
}

interface ProviderButtonsProps {
  /** Where to go afterwards. */
  next: string | undefined;
}

/** The providers that the operator configured. */
export function ProviderButtons({ next }: ProviderButtonsProps) {
  const base = useBase();
  const providers = useQuery({
    queryKey: ['auth', 'providers'],
    queryFn: () => askDoor<{ data: { providers: Provider[] } }>(base, 'providers'),
    retry: false,
  });
  return providers.data?.data.providers.map((provider) => (
    <ProviderButton key={provider.id} provider={provider} next={next} />
  ));
}

function ProviderButton({
  provider: { id, name },
  next,
}: ProviderButtonsProps & { provider: Provider }) {
  const { door } = useMessages();
  const base = useBase();
  const going = useMutation({
    mutationFn: () =>
      askDoor<{ url: string }>(base, 'sign-in/oauth2', { body: { providerId: id } }),
    onSuccess: ({ url }) => {
      keepPlace(next);
      location.assign(url);
    },
  });
  return (
    <>
      <Button variant="default" size="sm" loading={going.isPending} onClick={() => going.mutate()}>
        {door.withProvider(name)}
      </Button>
      <DoorFaultAlert fault={going.error} />
    </>
  );
}
