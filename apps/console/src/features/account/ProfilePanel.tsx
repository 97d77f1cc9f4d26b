import { ROLES } from '@ec/contract/permissions/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { PictureUpload } from '../../domain/people/PictureUpload.tsx';
import { refetchMe, useCurrentMe } from '../../lib/session/session.ts';
import { formatPhone } from '../../lib/format/format.ts';
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
        <Facts>
          <Fact name="Name">{user.name}</Fact>
          <Fact name="Role">{ROLES[user.role].title}</Fact>
          <Fact name="Area">{area}</Fact>
          <Fact name="Phone">{formatPhone(user.phone)}</Fact>
          <Fact name="Email">{user.email ?? 'None'}</Fact>
        </Facts>
        <p className="quiet">Ask your administrator where one of these is wrong.</p>
      </div>
    </Panel>
  );
}
