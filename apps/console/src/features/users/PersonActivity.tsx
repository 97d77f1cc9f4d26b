import type { UserId } from '@ec/contract/base/common';
import { Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RecordPart } from '../../components/figure/Facts.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import styles from './users.module.css';

const LATEST = 5;

const activityQuery = (userId: UserId) =>
  queryOptions({
    queryKey: ['users', 'activity', userId],
    queryFn: ({ signal }) => api.call('GET /audit-logs', { signal, query: { userId, pageSize: LATEST } }),
  });

/** What the person did last, for readers of the audit log. */
export function PersonActivity({ userId }: { userId: UserId }) {
  const logs = `/audit-logs?user=${userId}`;
  return useMayOpen(logs) ? <Latest userId={userId} logs={logs} /> : null;
}

function Latest({ userId, logs }: { userId: UserId; logs: string }) {
  const { data, error } = useQuery(activityQuery(userId));
  return (
    <RecordPart title="Activity">
      {!data && !error && <Skeleton height={80} aria-label="Loading the activity" />}
      {!data && error && <p className="wrong">The activity could not be loaded: {errorMessage(error)}</p>}
      {data?.entries.length === 0 && <p className="hint">Nothing yet</p>}
      {data && data.entries.length > 0 && (
        <>
          <ul className={styles.activity}>
            {data.entries.map(({ id, actionType, area, createdAt }) => (
              <li key={id}>
                <span>
                  {actionType}
                  {area && <span className="hint"> {area.name}</span>}
                </span>
                <TimeText moment={createdAt} />
              </li>
            ))}
          </ul>
          <Link to={logs}>All of it in the audit log</Link>
        </>
      )}
    </RecordPart>
  );
}
