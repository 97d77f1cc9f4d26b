import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef, useState } from 'react';

function Dots(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  return (
    <ActionIcon variant="subtle" {...props}>
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  );
}

interface RowMenuProps {
  /** Whose actions: `Actions for …`. */
  label: string;
  /** The kit's menu items. */
  children: ReactNode;
}

/**
 * The rarer actions of a row. The kit's menu is made at the first press: twenty closed ones take a phone 100 ms of a list's
 * first paint.
 */
export function RowMenu({ label, children }: RowMenuProps) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <OpenedMenu label={label}>{children}</OpenedMenu>;
  return <Dots aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}

/** Opened once its button stands and has the focus, so that closing it leads the focus back there. */
function OpenedMenu({ label, children }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <Dots ref={button} aria-label={label} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
