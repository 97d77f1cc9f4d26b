import { ANNOUNCEMENT_AUTHORS } from '@ec/contract/announcements/schemas';
import { ELECTION_EDITORS } from '@ec/contract/elections/schemas';
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

/** What a page begins by its address, each for those who may do it. */
const FORMS: readonly { label: string; description: string; to: string; need: AccessNeed }[] = [
  {
    label: 'Create User',
    description: 'Opens the form',
    to: '/users/new',
    need: { ...PEOPLE, privilege: 'canCreateUsers' },
  },
  {
    label: 'Bulk Import',
    description: 'Many new users from a text or a file',
    to: '/users?do=import',
    need: { ...PEOPLE, privilege: 'canBulkImport' },
  },
  {
    label: 'Export users',
    description: 'All users of your area as CSV',
    to: '/users?do=export',
    need: { roles: ADMIN_ROLES, module: 'user_management' },
  },
  {
    label: 'Create Election',
    description: 'Opens the form',
    to: '/elections/new',
    need: {
      roles: ELECTION_EDITORS,
      module: 'election_management',
      level: 'write',
      privilege: 'canManageElections',
    },
  },
  {
    label: 'Create Announcement',
    description: 'Opens the form',
    to: '/announcements?do=create',
    need: {
      roles: ANNOUNCEMENT_AUTHORS,
      module: 'announcements',
      level: 'write',
      privilege: 'canManageAnnouncements',
    },
  },
  {
    label: 'Raise an alert',
    description: 'Opens the form',
    to: '/alerts?do=raise',
    need: { module: 'alerts', level: 'write', privilege: 'canManageAlerts' },
  },
  {
    label: 'Export alerts',
    description: 'All unresolved alerts of your area as CSV',
    to: '/alerts?do=export',
    need: { module: 'alerts' },
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
