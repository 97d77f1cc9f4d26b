import { ROLES } from '@ec/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Panel } from '../../components/Panel.tsx';
import { PictureUpload } from '../../components/PictureUpload.tsx';
import { refetchMe, useCurrentMe } from '../../lib/session.ts';
import { formatPhone } from '../../lib/format.ts';
import styles from './account.module.css';

/** Who the person is here. Only the picture is theirs to change; the rest is the administrators' work. */
export function ProfilePanel() {
  const { user } = useCurrentMe();
  const queryClient = useQueryClient();
  const places = [user.assignedPollingUnit, user.assignedWard, user.assignedLga, user.assignedState];
  const area = places.filter((place) => place !== null).join(', ') || (user.scope?.name ?? 'Not assigned');
  return (
    <Panel title="Profile">
      <div className={styles.stack}>
        <div className={styles.wide}>
          <PictureUpload name={user.name} src={user.profilePictureUrl} onUploaded={() => void refetchMe(queryClient)} />
        </div>
        <dl className={styles.facts}>
          <dt>Name</dt>
          <dd>{user.name}</dd>
          <dt>Role</dt>
          <dd>{ROLES[user.role].title}</dd>
          <dt>Area</dt>
          <dd>{area}</dd>
          <dt>Phone</dt>
          <dd>{formatPhone(user.phone)}</dd>
          <dt>Email</dt>
          <dd>{user.email ?? 'None'}</dd>
        </dl>
        <p className={styles.quiet}>Ask your administrator where one of these is wrong.</p>
      </div>
    </Panel>
  );
}
