import { type AccessNeed, decideAccess } from '@ec/contract/permissions/decide-access';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import { useComputedColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { signOut, useAccessSubject } from '../../lib/session/session.ts';
import { useThemeChoice } from '../../lib/session/theme-choice.ts';
import { toggleMenuWidth, useMenuWidth } from '../shell/menu-width.ts';

interface Action {
  label: string;
  description: string;
  run: () => void;
}

const PEOPLE = { roles: ADMIN_ROLES, module: 'user_management', level: 'write' } as const;

/** Forms that a page opens by its address, each for those who may use it. */
const FORMS: readonly { label: string; description: string; to: string; need: AccessNeed }[] = [
  {
    label: 'Create User',
    description: 'Opens the form',
    to: '/users?do=create',
    need: { ...PEOPLE, privilege: 'canCreateUsers' },
  },
  {
    label: 'Bulk Import',
    description: 'Many new users from a text or a file',
    to: '/users?do=import',
    need: { ...PEOPLE, privilege: 'canBulkImport' },
  },
];

/** What can be done from anywhere. */
export function useActions(): Action[] {
  const { choose } = useThemeChoice();
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const collapsed = useMenuWidth((state) => state.collapsed);
  const subject = useAccessSubject();
  const navigate = useNavigate();
  const forms = FORMS.filter(({ need }) => decideAccess(subject, need).allowed);
  return [
    ...forms.map(({ label, description, to }) => ({ label, description, run: () => void navigate(to) })),
    { label: `Switch to ${next} colours`, description: 'On all your devices', run: () => choose(next) },
    {
      label: collapsed ? 'Expand menu' : 'Collapse menu',
      description: 'On this device, beside the page',
      run: toggleMenuWidth,
    },
    { label: 'Log out', description: 'Sign out on this device', run: signOut },
  ];
}
