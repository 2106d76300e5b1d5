import { Menu, type MenuItemProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { Icon } from './icons.tsx';

interface MenuChoiceProps extends Omit<MenuItemProps, 'rightSection'> {
  isChosen: boolean;
  lang?: string;
  onClick: () => void;
}

/** A single-choice menu item. Mantine's item does not accept another role. */
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
