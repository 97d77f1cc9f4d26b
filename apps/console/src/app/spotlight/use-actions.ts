import { useComputedColorScheme } from '@mantine/core';
import { signOut } from '../../lib/session/session.ts';
import { useThemeChoice } from '../../lib/session/theme-choice.ts';
import { toggleMenuWidth, useMenuWidth } from '../shell/menu-width.ts';

interface Action {
  label: string;
  description: string;
  run: () => void;
}

/** What can be done from anywhere. */
export function useActions(): Action[] {
  const { choose } = useThemeChoice();
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const collapsed = useMenuWidth((state) => state.collapsed);
  return [
    { label: `Switch to ${next} colours`, description: 'On all your devices', run: () => choose(next) },
    {
      label: collapsed ? 'Expand menu' : 'Collapse menu',
      description: 'On this device, beside the page',
      run: toggleMenuWidth,
    },
    { label: 'Log out', description: 'Sign out on this device', run: signOut },
  ];
}
