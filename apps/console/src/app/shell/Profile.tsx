import { LOCATION_TYPES } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import { Link } from 'react-router';
import { Avatar } from '../../domain/people/Avatar.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './Profile.module.css';

const BADGES = [
  { type: 'region', field: 'assignedRegion', label: 'Region' },
  { type: 'state', field: 'assignedState', label: 'State' },
  { type: 'lga', field: 'assignedLga', label: 'LGA' },
  { type: 'ward', field: 'assignedWard', label: 'Ward' },
] as const;

/** Picture, name and role, which lead to the own account, and the areas that the role is assigned to. */
export function Profile() {
  const { user } = useCurrentMe();
  const role = ROLES[user.role];
  const depth = LOCATION_TYPES.indexOf(role.assignment);
  const badges = BADGES.filter((badge) => LOCATION_TYPES.indexOf(badge.type) <= depth);
  return (
    <div className={styles.profile}>
      <Link to="/account" className={styles.person}>
        <span className="spoken">Your account: </span>
        <Avatar name={user.name} src={user.profilePictureUrl} />
        <span className="shrink">
          <span className={`strong block ${styles.name}`}>{user.name}</span>{' '}
          <span className={`hint block ${styles.role}`}>{role.title}</span>
        </span>
      </Link>
      {badges.length > 0 && (
        <ul className={styles.badges} aria-label="Assigned area">
          {badges.map((badge) => (
            <li key={badge.type} className={styles.badge} data-missing={user[badge.field] === null || undefined}>
              <span className={`dim ${styles.kind}`}>{badge.label}</span> {user[badge.field] ?? 'Not assigned'}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
