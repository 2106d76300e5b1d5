import { Card } from '../../kit/card.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useMessages } from '../../messages/language.tsx';
import { roles } from './members.ts';

export function RolesCard() {
  const { members } = useMessages();
  return (
    <Card title={members.rolesTitle}>
      <Facts
        facts={roles.map((role) => ({ name: members.roles[role], value: members.roleTexts[role] }))}
      />
    </Card>
  );
}
