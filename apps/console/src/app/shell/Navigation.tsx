import { menuFor } from '@ec/contract/permissions/decide-access';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { LOCATION_TYPES } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import { useAlertCounts } from '../../domain/alerts/alert-counts.ts';
import { useUrgent } from '../../domain/announcements/announcement-news.ts';
import { useApprovalCounts } from '../../domain/approvals/approval-counts.ts';
import { useEntriesWaiting } from '../../domain/second-entry/waiting-count.ts';
import { useChannels } from '../../domain/chat/chat-channels.ts';
import { latePart } from '../../components/page/late-part.tsx';
import { signOut, useAccessSubject, useCurrentMe } from '../../lib/session/session.ts';
import styles from './Navigation.module.css';
import { SchemeToggle, SpotlightButton } from './HeaderButtons.tsx';
import { Avatar } from '../../domain/people/Avatar.tsx';
import profile from './Profile.module.css';

const BADGES = [
  { type: 'region', field: 'assignedRegion', label: 'Region' },
  { type: 'state', field: 'assignedState', label: 'State' },
  { type: 'lga', field: 'assignedLga', label: 'LGA' },
  { type: 'ward', field: 'assignedWard', label: 'Ward' },
] as const;

/** Picture, name and role, which lead to the own account, and the areas that the role is assigned to. */
function Profile() {
  const { user } = useCurrentMe();
  const role = ROLES[user.role];
  const depth = LOCATION_TYPES.indexOf(role.assignment);
  const badges = BADGES.filter((badge) => LOCATION_TYPES.indexOf(badge.type) <= depth);
  return (
    <div className={profile.profile}>
      <Link to="/account" className={profile.person}>
        <span className="spoken">Your account: </span>
        <Avatar name={user.name} src={user.profilePictureUrl} />
        <span className="shrink">
          <span className={`strong block ${profile.name}`}>{user.name}</span>{' '}
          <span className={`hint block ${profile.role}`}>{role.title}</span>
        </span>
      </Link>
      {badges.length > 0 && (
        <ul className={profile.badges} aria-label="Assigned area">
          {badges.map((badge) => (
            <li key={badge.type} className={profile.badge} data-missing={user[badge.field] === null || undefined}>
              <span className={`dim ${profile.kind}`}>{badge.label}</span> {user[badge.field] ?? 'Not assigned'}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

// Icons are loaded after the texts: twenty of them would slow down the first page on a phone.
const MenuIcon = latePart(async () => (await import('./MenuIcon.tsx')).MenuIcon);

interface NavigationProps {
  /** The header's tools that do not fit on a phone. */
  withTools?: boolean;
  /** Whether the menu shows icons only, and how to change that; absent where it always shows texts. */
  narrow?: boolean;
  onNarrow?: () => void;
}

/** The count at a menu item, and its text. */
interface Waiting {
  count: number;
  words: string;
}

/** The user's pending work at a menu item, by its path. */
function useWaiting(): Partial<Record<string, Waiting>> {
  const requests = useApprovalCounts().data;
  const unread = useAlertCounts().data?.unread ?? 0;
  const announcements = useUrgent().data?.unread ?? 0;
  const messages = useChannels().data?.unread ?? 0;
  const entries = useEntriesWaiting().data?.waiting ?? 0;
  const asked = requests?.awaitingMe ?? 0;
  return {
    '/approvals': { count: asked, words: 'waiting for you' },
    '/second-entries': { count: entries, words: 'waiting for you' },
    '/communications': { count: messages, words: 'unread' },
    '/announcements': { count: announcements, words: 'unread' },
    '/alerts': { count: unread, words: 'unread' },
  };
}

/** Beyond this the exact count does not matter. */
const MOST_SHOWN = 99;

/** Pages of places are reached from the dashboard. */
const PLACE_PAGE = /^\/(regional|state|lga|pu)\//;

function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  const within = pathname.startsWith(`${to}/`) || (to === '/dashboard' && PLACE_PAGE.test(pathname));
  return within ? 'true' : undefined;
}

interface MenuLinkProps {
  to: string;
  label: string;
  waiting: Waiting | undefined;
  narrow: boolean;
}

function MenuLink({ to, label, waiting, narrow }: MenuLinkProps) {
  const { pathname } = useLocation();
  const current = currentOf(to, pathname);
  const link = useRef<HTMLAnchorElement>(null);
  // A long menu scrolls within itself: its last items would be below the screen when opened by address.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <Link ref={link} to={to} className={styles.link} aria-current={current} title={narrow ? label : undefined}>
      <span className={styles.icon}>
        <MenuIcon of={to} />
      </span>
      <span className={narrow ? 'spoken' : 'grow'}>{label}</span>
      {waiting && waiting.count > 0 && (
        <>
          {' '}
          <span className={styles.badge}>
            {waiting.count > MOST_SHOWN ? `${MOST_SHOWN}+` : waiting.count}
            <span className="spoken"> {waiting.words}</span>
          </span>
        </>
      )}
    </Link>
  );
}

export function Navigation({ withTools = false, narrow = false, onNarrow }: NavigationProps) {
  const waiting = useWaiting();
  const items = menuFor(useAccessSubject());
  const groups = [...new Set(items.map((item) => item.group))];
  return (
    <nav aria-label="Main" className={styles.nav} data-narrow={narrow || undefined}>
      <Profile />
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          {group !== 'Overview' && (
            <div className={styles.group} aria-hidden>
              {group}
            </div>
          )}
          {items
            .filter((item) => item.group === group)
            .map((item) => (
              <MenuLink
                key={item.path}
                to={item.path}
                label={item.label}
                waiting={waiting[item.path]}
                narrow={narrow}
              />
            ))}
        </div>
      ))}
      {onNarrow && (
        <button
          type="button"
          className={styles.fold}
          aria-pressed={narrow}
          title={narrow ? 'Show the menu' : undefined}
          onClick={onNarrow}
        >
          <span className={styles.icon}>
            <MenuIcon of={narrow ? 'expand' : 'collapse'} />
          </span>
          <span className={narrow ? 'spoken' : undefined}>Collapse menu</span>
        </button>
      )}
      {withTools && (
        <div className={styles.tools}>
          <SpotlightButton />
          <SchemeToggle />
          <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            Log out
          </Button>
        </div>
      )}
    </nav>
  );
}
