import type { Moderator } from '@ec/contract/moderators/schemas';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconEye, IconPlus } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import { PageTabs } from '../../components/list/StateTabs.tsx';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatExact, formatMinute } from '../../lib/format/format.ts';
import styles from './moderators.module.css';
import { isExpired, shortSummary } from './summary.ts';

const PAGES = [
  { to: '/super-admin', label: 'Super admin' },
  { to: '/moderator-management', label: 'Moderators' },
];

/** The two pages about moderators as one place, and what is created on both: by `onCreate`, else on a page of its own. */
export function PlaceActions({ onCreate }: { onCreate?: () => void }) {
  const { search } = useLocation();
  const icon = <IconPlus size={16} aria-hidden />;
  return (
    <>
      <PageTabs label="Pages about moderators" pages={PAGES} />
      {onCreate ? (
        <Button leftSection={icon} onClick={onCreate}>
          Create Moderator
        </Button>
      ) : (
        <Button component={Link} to="/super-admin/new" state={{ list: search }} leftSection={icon}>
          Create Moderator
        </Button>
      )}
    </>
  );
}

/** A summary of the grants; expired ones are marked as such. */
export function Summary({ privileges }: Pick<Moderator, 'privileges'>) {
  return (
    <div className={styles.summary}>
      {isExpired(privileges) && <StatusChip tone="bad" label="Expired" />}
      {privileges?.needsReview && <StatusChip tone="wait" label="To review" />}
      <span>{shortSummary(privileges)}</span>
    </div>
  );
}

/** Said where a grant is older than some of the privileges, which are off in it. */
export function ReviewNote() {
  return (
    <Note kind="warn">
      Granted before results, disputes, wall screens, announcements, group chats, alerts and settings had privileges of
      their own. Those are off. Tick what this moderator is to do, and save, also where nothing is to be added.
    </Note>
  );
}

export function ValidUntil({ privileges }: Pick<Moderator, 'privileges'>) {
  const end = privileges?.validUntil;
  if (!end) return <>No end</>;
  return (
    <time dateTime={end} title={formatExact(end)}>
      {formatMinute(end)}
    </time>
  );
}

export function LastLogin({ lastLogin }: { lastLogin: string | null }) {
  return lastLogin ? <TimeText moment={lastLogin} /> : <>Never</>;
}

export interface ModeratorTask {
  act: 'view' | 'privileges' | 'deactivate';
  moderator: Moderator;
}

interface ActionsProps {
  moderator: Moderator;
  onTask: (task: ModeratorTask) => void;
}

/** View, edit privileges, and deactivate for an active moderator. */
export function Actions({ moderator, onTask }: ActionsProps) {
  const { name, status } = moderator;
  return (
    <div className="beside gap-4">
      <ActionIcon variant="subtle" aria-label={`View ${name}`} onClick={() => onTask({ act: 'view', moderator })}>
        <IconEye size={18} aria-hidden />
      </ActionIcon>
      <RowMenu label={`Actions for ${name}`}>
        <Menu.Item onClick={() => onTask({ act: 'privileges', moderator })}>Edit privileges</Menu.Item>
        {status === 'ACTIVE' && (
          <Menu.Item color="danger" onClick={() => onTask({ act: 'deactivate', moderator })}>
            Deactivate
          </Menu.Item>
        )}
      </RowMenu>
    </div>
  );
}
