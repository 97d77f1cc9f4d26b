import { ROLES } from '@ec/contract/permissions/roles';
import { Burger, Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { latePart } from '../../components/page/late-part.tsx';
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx';
import { formatClock, formatExact } from '../../lib/format/format.ts';
import { signOut, useCurrentMe } from '../../lib/session/session.ts';
import { connectionWord, useConnection } from '../../lib/stream/connection.ts';
import styles from './Header.module.css';
import { useDownloads } from '../../lib/http/downloads.ts';
import { SchemeToggle, SpotlightButton } from './HeaderButtons.tsx';

const Downloads = latePart(async () => (await import('./Downloads.tsx')).Downloads, 'The list of downloads');

interface HeaderProps {
  menuOpen: boolean;
  onMenu: () => void;
}

export function Header({ menuOpen, onMenu }: HeaderProps) {
  const me = useCurrentMe();
  const downloads = useDownloads(({ list }) => list.length > 0);
  return (
    <div className={styles.header}>
      <Burger
        className={styles.burger}
        opened={menuOpen}
        onClick={onMenu}
        size="sm"
        aria-label={menuOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={menuOpen}
      />
      <div className={styles.titles}>
        <span className={`ellipsis bold ${styles.title}`}>{ROLES[me.user.role].header}</span>
        {me.system.rehearsal && <span className={styles.rehearsal}>Rehearsal</span>}
      </div>
      <div className={styles.search}>
        <SpotlightButton />
      </div>
      <ConnectionStatus />
      {downloads && <Downloads />}
      <NotificationBell />
      <div className={`beside ${styles.wide}`}>
        <SchemeToggle />
        <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Log out
        </Button>
      </div>
    </div>
  );
}

/** Whether live updates arrive, and when the server was last heard. */
function ConnectionStatus() {
  const connection = useConnection();
  const word = connectionWord(connection);
  return (
    <div className={`beside gap-12 tiny fixed ${styles.root}`}>
      <span role="status" className={`line ${styles.word}`} data-state={word}>
        <span className={styles.dot} aria-hidden />
        {word}
      </span>
      {connection.lastSync !== null && (
        <span className={`dim ${styles.sync}`} title={formatExact(connection.lastSync)}>
          Synced {formatClock(connection.lastSync)}
        </span>
      )}
    </div>
  );
}
