import { ROLES } from '@ec/contract/permissions/roles';
import type { UserSummary } from '@ec/contract/users/schemas';
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { formatNumber } from '../../../lib/format/format.ts';
import { placeReference } from '../../../domain/places/use-places.ts';
import { summaryQuery } from '../api.ts';
import { listAddress } from '../filters.ts';
import styles from '../users.module.css';

interface Count {
  key: string;
  name: string;
  count: number;
  to: string;
}

/** Names with their counts; each leads to the list of just these. */
function Counts({ label, note, counts }: { label: string; note?: ReactNode; counts: readonly Count[] }) {
  return (
    <div className="shrink">
      <h3 className={styles.scopeLabel}>
        {label} {note}
      </h3>
      <ul className="row gap-6">
        {counts.map(({ key, name, count, to }) => (
          <li key={key}>
            <Link to={to} preventScrollReset className="count">
              {name} <b>{formatNumber(count)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const placeCounts = (places: UserSummary['byRegion']) =>
  places.map(({ id, name, count }) => ({
    key: String(id),
    name,
    count,
    to: listAddress({ place: placeReference(id) }),
  }));

/** On a phone the list comes first; who wants the counts opens them. */
function Folded({ children }: { children: ReactNode }) {
  const small = useMediaQuery(belowWidth('md'), false, { getInitialValueInEffect: false });
  if (!small) return children;
  return (
    <details>
      <summary className="fold">By region and role</summary>
      <div className={styles.scope}>{children}</div>
    </details>
  );
}

function Summary({ summary }: { summary: UserSummary }) {
  const { totalUsers, byRole, byRegion, byState } = summary;
  const roles = byRole
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => ({ key: role, name: ROLES[role].title, count, to: listAddress({ role }) }));
  return (
    <div className={styles.scope}>
      <div className="shrink">
        <h3 className={styles.scopeLabel}>Total Users</h3>
        <Link to="/users" preventScrollReset className={styles.total}>
          {formatNumber(totalUsers)}
        </Link>
      </div>
      <Folded>
        {byRegion.length > 0 && (
          <Counts label="Regions" note={`(${formatNumber(byRegion.length)})`} counts={placeCounts(byRegion)} />
        )}
        {byRegion.length <= 1 && byState.length > 1 && (
          <Counts label="States" note={`(${formatNumber(byState.length)})`} counts={placeCounts(byState)} />
        )}
        <Counts label="Roles" note={`(${formatNumber(roles.length)})`} counts={roles} />
      </Folded>
    </div>
  );
}

/** Where the reader manages people, and how many there are of each kind. */
export function ScopeCard() {
  const { data, error, refetch } = useQuery(summaryQuery);
  return (
    <Panel
      title="Your Administrative Scope"
      note={data ? data.scope.description : !error && <Skeleton className={styles.noteToCome} />}
    >
      {error && !data ? (
        <ErrorView title="Your scope could not be loaded" error={error} onRetry={refetch} />
      ) : data ? (
        <Summary summary={data} />
      ) : (
        <div role="status" aria-label="Loading your scope">
          <Skeleton className={styles.countsToCome} />
        </div>
      )}
    </Panel>
  );
}
