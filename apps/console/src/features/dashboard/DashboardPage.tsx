import { menuFor } from '@ec/contract/access';
import { OFFICER_ROLES, ROLES } from '@ec/contract/roles';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { accessSubject, useCurrentMe } from '../../lib/session.ts';
import styles from './DashboardPage.module.css';
import { ElectionModeCard } from './ElectionModeCard.tsx';

/** Who is here, where they act, and the ways on. */
export function DashboardPage() {
  const me = useCurrentMe();
  const { user } = me;
  const screens = menuFor(accessSubject(me)).filter((item) => item.path !== '/dashboard');
  const isOfficer = OFFICER_ROLES.some((role) => role === user.role);
  const area = user.scope ? `${user.scope.name} (${user.scope.code})` : 'Not assigned';
  return (
    <Page
      title={`Welcome, ${user.name}`}
      context={`${ROLES[user.role].title} · ${area}`}
      actions={
        isOfficer && (
          <Button component={Link} to="/submit-results" size="md">
            Submit Results Now
          </Button>
        )
      }
    >
      {user.role === 'super_admin' && <ElectionModeCard />}
      <Panel title="Go to">
        <ul className={styles.links}>
          {screens.map((screen) => (
            <li key={screen.path}>
              <Link to={screen.path} className={styles.link}>
                {screen.label}
                <span className={styles.group}>{screen.group}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </Page>
  );
}
