import { menuFor } from '@ec/contract/permissions/decide-access';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { alertCountText, useAlertCounts } from '../../domain/alerts/alert-counts.ts';
import { useUrgent } from '../../domain/announcements/announcement-news.ts';
import { useApprovalCounts } from '../../domain/approvals/approval-counts.ts';
import { unreadText, useChannels } from '../../domain/chat/chat-channels.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { signOut, useAccessSubject } from '../../lib/session/session.ts';
import styles from './Navigation.module.css';
import { Profile } from './Profile.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import { SpotlightButton } from './SpotlightButton.tsx';

interface NavigationProps {
  /** On a phone the tools that the header has no room for stand here. */
  withTools?: boolean;
}

/** What waits behind a menu item, and how it is said. */
interface Waiting {
  count: number;
  /** The count as it is written. */
  text: string;
  words: string;
}

/** How much waits for the person behind a menu item, by its path. */
function useWaiting(): Partial<Record<string, Waiting>> {
  const requests = useApprovalCounts().data;
  const unread = useAlertCounts().data?.unread ?? 0;
  const announcements = useUrgent().data?.unread ?? 0;
  const messages = useChannels().data?.unread ?? 0;
  const asked = requests ? requests.awaitingMe + requests.askedOfMe : 0;
  return {
    '/approvals': { count: asked, text: formatNumber(asked), words: 'waiting for you' },
    '/communications': { count: messages, text: unreadText(messages), words: 'unread' },
    '/announcements': { count: announcements, text: formatNumber(announcements), words: 'unread' },
    '/alerts': { count: unread, text: alertCountText(unread), words: 'unread' },
  };
}

function MenuLink({ to, label, waiting }: { to: string; label: string; waiting: Waiting | undefined }) {
  return (
    <NavLink to={to} className={styles.link ?? ''}>
      {label}
      {waiting && waiting.count > 0 && (
        <>
          {' '}
          <span className={styles.badge}>
            {waiting.text}
            <span className="spoken"> {waiting.words}</span>
          </span>
        </>
      )}
    </NavLink>
  );
}

export function Navigation({ withTools = false }: NavigationProps) {
  const waiting = useWaiting();
  const items = menuFor(useAccessSubject());
  const groups = [...new Set(items.map((item) => item.group))];
  return (
    <nav aria-label="Main" className={styles.nav}>
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
              <MenuLink key={item.path} to={item.path} label={item.label} waiting={waiting[item.path]} />
            ))}
        </div>
      ))}
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
