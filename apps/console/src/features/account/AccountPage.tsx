import { ROLES } from '@ec/contract/permissions/roles';
import { Page } from '../../components/page/Page.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './account.module.css';
import { AppearancePanel } from './AppearancePanel.tsx';
import { NotificationsPanel } from './NotificationsPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { TwoStepPanel } from './TwoStepPanel.tsx';

/** What a person sees and sets of themselves. */
export function AccountPage() {
  const { user } = useCurrentMe();
  return (
    <Page title="Your account" context={`${user.name} · ${ROLES[user.role].title}`}>
      <div className={styles.panels}>
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
