import { Menu, type MenuItemProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { Icon } from './icons.tsx';

interface MenuChoiceProps extends Omit<MenuItemProps, 'rightSection'> {
  isChosen: boolean;
  lang?: string;
  onClick: () => void;
}

/** One of several in a menu, of which one is chosen. Mantine's item takes no other role than its own. */
export function MenuChoice({ isChosen, ...props }: MenuChoiceProps) {
  return (
    <Menu.Item
      {...props}
      rightSection={isChosen && <Icon name="check" />}
      renderRoot={(item: ComponentPropsWithoutRef<'button'>) => (
        <button type="button" {...item} role="menuitemradio" aria-checked={isChosen} />
      )}
    />
  );
}
