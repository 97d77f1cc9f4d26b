import {
  IconAdjustments,
  IconAlertTriangle,
  IconBroadcast,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconFileReport,
  IconFlag,
  IconGavel,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMailForward,
  IconMap,
  IconMessages,
  IconSend,
  IconShieldLock,
  IconSpeakerphone,
  IconTable,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';

const ICONS: Partial<Record<string, typeof IconHome>> = {
  '/dashboard': IconHome,
  '/elections': IconFlag,
  '/live-results': IconChartBar,
  '/submit-results': IconSend,
  '/review': IconClipboardCheck,
  '/disputes': IconGavel,
  '/collations': IconTable,
  '/situation-room': IconBroadcast,
  '/users': IconUsers,
  '/approvals': IconChecklist,
  '/permissions': IconKey,
  '/super-admin': IconUserShield,
  '/moderator-management': IconUsersGroup,
  '/communications': IconMessages,
  '/announcements': IconSpeakerphone,
  '/alerts': IconAlertTriangle,
  '/audit-logs': IconHistory,
  '/reports': IconFileReport,
  '/security': IconShieldLock,
  '/geographical-data': IconMap,
  '/settings': IconAdjustments,
  '/deliveries': IconMailForward,
  collapse: IconLayoutSidebarLeftCollapse,
  expand: IconLayoutSidebarLeftExpand,
};

/** The icon of a menu item, by its path or name. */
export function MenuIcon({ of }: { of: string }) {
  const Icon = ICONS[of];
  return Icon ? <Icon size={18} stroke={1.6} aria-hidden /> : null;
}
