import { Button, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../api/connection.tsx';
import { Fault } from '../kit/fault.tsx';
import { Icon } from '../kit/icons.tsx';
import { MenuChoice } from '../kit/menu-choice.tsx';
import { useMessages } from '../messages/language.tsx';
import { useMe } from './frame-context.tsx';
import { useNewWorkspace } from './new-workspace.ts';
import classes from './workspace-menu.module.css';

export function WorkspaceMenu() {
  const { frame, door } = useMessages();
  const { workspace, workspaces } = useMe();
  const { base } = useConnection();
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Menu position="bottom-start" width={230}>
        <Menu.Target>
          <button
            type="button"
            className={classes.workspace}
            aria-label={`${frame.switchWorkspace}: ${workspace.name}`}
          >
            <img src={`${base}/docs/icon.svg`} alt="" width={22} height={22} />
            <span>{workspace.name}</span>
            <Icon name="switch" size={14} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{frame.switchWorkspace}</Menu.Label>
          {workspaces.map(({ id, name, role }) => (
            <MenuChoice
              key={id}
              isChosen={id === workspace.id}
              onClick={() =>
                void navigate({ to: '/app/$workspace/overview', params: { workspace: id } })
              }
            >
              {name} <small className={classes.role}>{door.roles[role]}</small>
            </MenuChoice>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
            {frame.newWorkspace}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isMaking} onClose={() => setMaking(false)} title={frame.newWorkspace}>
        <NewWorkspace onDone={() => setMaking(false)} />
      </Modal>
    </>
  );
}

export function NewWorkspace({ onDone }: { onDone: () => void }) {
  const { frame, common } = useMessages();
  const [name, setName] = useState('');
  const making = useNewWorkspace(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    making.mutate(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={frame.newWorkspaceName}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        {making.error && <Fault fault={making.error} />}
        <Button type="submit" loading={making.isPending} disabled={name.trim() === ''}>
          {common.create}
        </Button>
      </Stack>
    </form>
  );
}
