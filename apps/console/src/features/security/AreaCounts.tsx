import { codeOf, locationIdOf } from '@ec/contract/geography/location-id';
import type { ActiveSessionList } from '@ec/contract/security/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/format/format.ts';
import { isWithin, placeQuery, placeReference, useReach } from '../../domain/places/use-places.ts';
import styles from './security.module.css';

/** The address of the list narrowed to an area, whatever else it is narrowed to; null for all areas. */
function useAreaAddress() {
  const [params] = useSearchParams();
  return (area: string | null) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (area === null) next.delete('area');
    else next.set('area', area);
    return `?${next}`;
  };
}

/** From all areas down to the one that is shown, each as the way back to it. */
function Trail({ area }: { area: string }) {
  const id = locationIdOf(area);
  const reach = useReach();
  const addressOf = useAreaAddress();
  const place = useQuery({ ...placeQuery(id ?? (0 as NonNullable<typeof id>)), enabled: id !== undefined });
  if (id === undefined) return null;
  const chain = (place.data?.chain ?? []).filter((link) => link.type !== 'national' && isWithin(reach, link.id));
  return (
    <nav aria-label="Area of the sessions" className={styles.trail}>
      <Link to={addressOf(null)}>All areas</Link>
      {chain.map((link) => (
        <span key={link.id}>
          <span aria-hidden> › </span>
          {link.id === id ? (
            <strong aria-current="page">{link.name}</strong>
          ) : (
            <Link to={addressOf(placeReference(link.id))}>{link.name}</Link>
          )}
        </span>
      ))}
      {chain.length === 0 && (
        <span>
          <span aria-hidden> › </span>
          <strong>{codeOf(id)}</strong>
        </span>
      )}
    </nav>
  );
}

/** How many sessions are open in each part of the area, as the way down into it. */
export function AreaCounts({ area, areas }: { area: string; areas: ActiveSessionList['areas'] | undefined }) {
  const addressOf = useAreaAddress();
  const open = areas?.filter(({ sessions }) => sessions > 0) ?? [];
  return (
    <div className={`stack gap-12 ${styles.drill}`}>
      {area !== '' && <Trail area={area} />}
      {open.length > 0 && (
        <ul className="row gap-6" aria-label="Open sessions by area">
          {open.map((each) => (
            <li key={each.area.id}>
              <Link to={addressOf(placeReference(each.area.id))} className="count">
                {each.area.name} <strong>{formatNumber(each.sessions)}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
