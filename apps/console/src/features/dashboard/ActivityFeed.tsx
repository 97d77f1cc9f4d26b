import { decideAccess, gatePanel } from '@ec/contract/permissions/decide-access';
import type { Activity } from '@ec/contract/dashboards/schemas';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { useAccessSubject } from '../../lib/session/session.ts';
import { activityQuery } from './api.ts';
import styles from './dashboard.module.css';

interface ActivityFeedProps {
  activity: readonly Activity[];
  /** How many the dashboard shows; if it has as many, there may be more. */
  length: number;
}

/** What has just happened in the reader's area, the newest first. */
export function ActivityFeed({ activity, length }: ActivityFeedProps) {
  const [more, setMore] = useState(false);
  const decision = decideAccess(useAccessSubject(), { privilege: 'canAccessAuditLogs' });
  const longer = useQuery({ ...activityQuery, enabled: more });
  const shown = more && longer.data ? longer.data.logs : activity.slice(0, length);
  return (
    <Panel title="Live activity" flush>
      {!decision.allowed ? (
        <EmptyState title={gatePanel(decision).lines[0] ?? ''}>
          Recent activity is read from the audit log. Ask the super admin for the privilege.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title="Nothing has happened here yet.">
          Results, decisions and changes appear as they come.
        </EmptyState>
      ) : (
        <ol className={`links ${styles.feed}`} aria-label="Live activity">
          {shown.map((item) => (
            <li key={item.id}>
              <MayLink to={item.actionUrl}>{item.description}</MayLink>
              <TimeText moment={item.timestamp} className="hint" />
            </li>
          ))}
        </ol>
      )}
      {more && longer.isPending && (
        <div className="pad-10" role="status" aria-label="Loading activity">
          <Skeleton height={40} />
        </div>
      )}
      {more && longer.error && !longer.data && (
        <ErrorView title="Failed to fetch activity logs" error={longer.error} onRetry={longer.refetch} />
      )}
      {activity.length >= length && (
        <div className="pad-10">
          <Button variant="default" size="xs" aria-expanded={more} onClick={() => setMore(!more)}>
            {more ? 'Show less' : 'Show more'}
          </Button>
        </div>
      )}
    </Panel>
  );
}
