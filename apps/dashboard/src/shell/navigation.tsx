import { Kbd, Menu, Switch, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../kit/icons.tsx';
import { MenuChoice } from '../kit/menu-choice.tsx';
import { PersonPicture } from '../kit/person-picture.tsx';
import { languageNames, useMessages, useSpeech } from '../messages/language.tsx';
import { useBase } from './base.ts';
import { useChooseLanguage } from './choose-language.ts';
import { useMe, useSetSearch, useTest } from './frame-context.tsx';
import classes from './navigation.module.css';
import { pagesFor } from './pages.ts';
import { useSignOut } from './sign-out.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

interface NavigationProps {
  onSearch: () => void;
  onHelp: () => void;
}

export function Navigation({ onSearch, onHelp }: NavigationProps) {
  const messages = useMessages();
  const { workspace, role } = useMe();
  const isApple = navigator.platform.startsWith('Mac');
  return (
    <div className={classes.navigation}>
      <WorkspaceMenu />
      <button type="button" className={classes.search} onClick={onSearch}>
        <Icon name="search" />
        <span>{messages.frame.palette.title}</span>
        <Kbd size="xs">{isApple ? '⌘K' : 'Ctrl K'}</Kbd>
      </button>
      <nav aria-label={messages.frame.navigation} className={classes.pages}>
        {pagesFor(role, workspace.features).map(({ group, pages }) => (
          <div key={group} className={classes.group}>
            <h2 className={classes.heading}>{messages.frame.groups[group]}</h2>
            <ul>
              {pages.map(({ page }) => (
                <li key={page}>
                  <Link
                    to={`/app/$workspace/${page}`}
                    params={{ workspace: workspace.id }}
                    className={classes.link}
                    activeProps={{ 'data-active': true }}
                  >
                    <Icon name={page} />
                    {messages[page].title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={classes.foot}>
        <TestSwitch />
        <AccountMenu onHelp={onHelp} />
      </div>
    </div>
  );
}

function TestSwitch() {
  const { frame } = useMessages();
  const set = useSetSearch();
  const isTest = useTest();
  return (
    <Switch
      size="xs"
      className={classes.test}
      label={frame.test.switch}
      title={frame.test.explained}
      checked={isTest}
      onChange={() => set({ test: isTest ? undefined : true, page: undefined })}
    />
  );
}

const schemes = { light: 'sun', dark: 'moon', auto: 'device' } as const;

function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { user, workspace } = useMe();
  const { frame, account } = useMessages();
  const { language } = useSpeech();
  const choose = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const name = user.name || user.email;
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <button type="button" className={classes.account} aria-label={`${account.title}: ${name}`}>
          <PersonPicture person={user} size={24} />
          <span>{name}</span>
          <Icon name="switch" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="people" />}
          component={Link}
          to={`/app/${workspace.id}/account`}
        >
          {account.title}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="keyboard" />}
          rightSection={<Kbd size="xs">?</Kbd>}
          onClick={onHelp}
        >
          {frame.keys.title}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="book" />}
          component="a"
          href={`${useBase()}/docs`}
          target="_blank"
          rel="noopener"
        >
          {frame.documentation}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{frame.scheme.title}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <MenuChoice
            key={scheme}
            isChosen={scheme === colorScheme}
            leftSection={<Icon name={schemes[scheme]} />}
            onClick={() => setColorScheme(scheme)}
          >
            {frame.scheme[scheme]}
          </MenuChoice>
        ))}
        <Menu.Label>{frame.language}</Menu.Label>
        {(['en', 'de'] as const).map((each) => (
          <MenuChoice
            key={each}
            lang={each}
            isChosen={each === language}
            onClick={() => void choose(each)}
          >
            {languageNames[each]}
          </MenuChoice>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={() => void signOut()}>
          {frame.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
