import type { Me } from '@ec/contract/auth/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import type { UserSummary } from '@ec/contract/users/schemas';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { placeReference } from '../../../domain/places/use-places.ts';
import { summaryQuery, unitStatsQuery } from '../api.ts';
import { listAddress } from '../labels.ts';
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
      <h3 className="hint medium below-4">
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

function Summary({ summary }: { summary: UserSummary }) {
  const { byRole, byRegion, byState } = summary;
  const roles = byRole
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => ({ key: role, name: ROLES[role].title, count, to: listAddress({ role }) }));
  return (
    <div className="stack gap-12">
      {byRegion.length > 0 && (
        <Counts label="Regions" note={`(${formatNumber(byRegion.length)})`} counts={placeCounts(byRegion)} />
      )}
      {byRegion.length <= 1 && byState.length > 1 && (
        <Counts label="States" note={`(${formatNumber(byState.length)})`} counts={placeCounts(byState)} />
      )}
      <Counts label="Roles" note={`(${formatNumber(roles.length)})`} counts={roles} />
    </div>
  );
}

/** The polling units of the reader's area by their officers. */
function PollingUnits() {
  const { data, error, refetch } = useQuery(unitStatsQuery);
  if (error && !data) return <ErrorView title="Failed to fetch polling unit stats" error={error} onRetry={refetch} />;
  const facts = data && [
    ['Total', data.total],
    ['Active', data.active],
    ['Inactive', data.inactive],
    ['Suspended', data.suspended],
  ];
  return (
    <section aria-label="Polling units" className="above-12">
      <h3 className="hint medium below-4">Polling units, by their officers</h3>
      {facts ? (
        <ul className="row gap-6">
          {facts.map(([name, count]) => (
            <li key={name} className="count">
              {name} <b>{formatNumber(Number(count))}</b>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton role="status" aria-label="Loading the polling units" height={24} />
      )}
      <p className="hint">Active has an active officer, suspended a suspended one; inactive is every other unit.</p>
    </section>
  );
}

/** Whose people they are; of the whole nation nothing needs saying. Until they are counted, the reader's own area, so that no line comes later. */
function partOf(summary: UserSummary | undefined, own: Me['user']['scope']): string | undefined {
  if (!summary) return own && own.type !== 'national' ? own.name : undefined;
  const { areas } = summary.scope;
  return areas.some(({ id }) => id === NATION) ? undefined : areaNames(areas);
}

const MOST_NAMES = 3;

/** "Ekiti, Lagos, Ogun and 3 more": whose people they are. */
function areaNames(areas: UserSummary['scope']['areas']): string {
  const names = areas.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = areas.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

/** Where the reader manages people, in one line that opens to how many there are of each kind. */
export function ScopeCard() {
  const { data, error, refetch } = useQuery(summaryQuery);
  const { user } = useCurrentMe();
  const [open, setOpen] = useState(false);
  if (error && !data) return <ErrorView title="Your scope could not be loaded" error={error} onRetry={refetch} />;
  const part = partOf(data, user.scope);
  return (
    <section aria-labelledby="scope" className={styles.scope} aria-busy={!data}>
      <h2 id="scope" className="bold small">
        Your Administrative Scope
      </h2>
      {part && <span>{part}</span>}
      <span>
        Total Users{' '}
        {data ? (
          <Link to="/users" preventScrollReset className="link">
            {formatNumber(data.totalUsers)}
          </Link>
        ) : (
          <Skeleton component="span" display="inline-block" height={10} width={30} />
        )}
      </span>
      <details className={styles.scopeCounts} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="opener medium">By region and role</summary>
        {data ? (
          <div className="card pad above-8">
            <p className="below-8">{data.scope.description}</p>
            <Summary summary={data} />
            {open && <PollingUnits />}
          </div>
        ) : (
          <Skeleton role="status" aria-label="Loading your scope" height={120} />
        )}
      </details>
    </section>
  );
}
