import type { PersonLink } from '@ec/contract/base/common';
import { codeOf } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { AreaLink } from '../../domain/places/AreaLink.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { roleTitle } from '../../domain/people/person-text.ts';
import styles from './security.module.css';

/** A person by name and role, with the way to their record. */
export function Person({ user, withRole = true }: { user: PersonLink; withRole?: boolean }) {
  return (
    <div className={styles.person}>
      <MayLink to={`/users/${user.id}`}>{user.name}</MayLink>
      {withRole && <div className="hint">{roleTitle(user.role)}</div>}
    </div>
  );
}

export function Area({ area }: { area: LocationLink | null }) {
  if (!area) return 'Not assigned';
  const code = codeOf(area.id);
  return (
    <div className={styles.area}>
      <AreaLink area={{ ...area, code }} />
      <div className="hint">{code}</div>
    </div>
  );
}

/** An address, with the way to all that was done from it. */
export function Address({ ip }: { ip: string | null }) {
  return ip ? <MayLink to={`/audit-logs?ip=${encodeURIComponent(ip)}`}>{ip}</MayLink> : 'Not known';
}
