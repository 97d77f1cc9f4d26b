import { type Theme, THEMES } from '@ec/contract/auth/account';
import { ROLES } from '@ec/contract/permissions/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Segmented } from '../../components/form/Segmented.tsx';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ChangePasswordForm } from '../../domain/auth/ChangePasswordForm.tsx';
import { PictureUpload } from '../../domain/people/PictureUpload.tsx';
import { formatPhone } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { refetchMe, useCurrentMe } from '../../lib/session/session.ts';
import { useThemeChoice } from '../../lib/session/theme-choice.ts';
import styles from './account.module.css';
import { NotificationsPanel } from './NotificationsPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { TwoStepPanel } from './TwoStepPanel.tsx';
import { tile } from '../../lib/format/css-values.ts';

/** The user's own data and preferences. */
export function AccountPage() {
  const { user } = useCurrentMe();
  return (
    <Page title="Your account" context={`${user.name} · ${ROLES[user.role].title}`}>
      <div className="tiles start" style={tile(380)}>
        <div className="stack">
          <ProfilePanel />
          <PasswordPanel />
        </div>
        <div className="stack">
          <TwoStepPanel />
          <AppearancePanel />
        </div>
      </div>
      <NotificationsPanel />
      <SessionsPanel />
    </Page>
  );
}

/** The user's data. Only the picture can be changed here; administrators change the rest. */
function ProfilePanel() {
  const { user } = useCurrentMe();
  const queryClient = useQueryClient();
  const places = [user.assignedPollingUnit, user.assignedWard, user.assignedLga, user.assignedState];
  const area = places.filter((place) => place !== null).join(', ') || (user.scope?.name ?? 'Not assigned');
  return (
    <Panel title="Profile">
      <div className="stack gap-12 own-width">
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

function PasswordPanel() {
  const queryClient = useQueryClient();
  const changed = () => {
    notifySuccess('Password changed. You were signed out everywhere else.');
    void queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  return (
    <Panel title="Password">
      <div className="stack gap-12 own-width">
        <p>When you change your password, your other sessions end. This one stays.</p>
        <div className={`${styles.wide} ${styles.form}`}>
          <ChangePasswordForm onChanged={changed} />
        </div>
      </div>
    </Panel>
  );
}

const LABELS: Record<Theme, string> = { system: 'As on this device', light: 'Light', dark: 'Dark' };

function AppearancePanel() {
  const { theme, choose } = useThemeChoice();
  return (
    <Panel title="Appearance">
      <div className="stack gap-12 own-width">
        <div className={styles.wide}>
          <Segmented
            wide
            aria-label="Colours"
            data={THEMES.map((value) => ({ value, label: LABELS[value] }))}
            value={theme}
            onChange={choose}
          />
        </div>
        <p className="quiet">Your choice holds wherever you sign in.</p>
        <Facts>
          <Fact name="Language">English</Fact>
        </Facts>
        <p className="quiet">The console speaks English only.</p>
      </div>
    </Panel>
  );
}
