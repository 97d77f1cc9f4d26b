import { decideAccess, gatePanel } from '@ec/contract/permissions/decide-access';
import { GEOGRAPHY_EDITORS, REGISTER_IMPORTERS } from '@ec/contract/permissions/pages';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useAccessSubject } from '../../lib/session/session.ts';

interface GeographersOnlyProps {
  title: string;
  /** Also those who bring the first register. */
  importers?: boolean;
  children: ReactNode;
}

/** The route opens to the super admin and to every global moderator; what stands behind it to those who may change the tree. */
export function GeographersOnly({ title, importers = false, children }: GeographersOnlyProps) {
  const decision = decideAccess(useAccessSubject(), importers ? REGISTER_IMPORTERS : GEOGRAPHY_EDITORS);
  if (decision.allowed) return children;
  const reasons = gatePanel(decision).lines;
  return (
    <Page title={title}>
      <Panel>
        <div className="gate" role="alert">
          <IconLock size={28} aria-hidden className="faint" />
          <h2>Access Denied</h2>
          <p>You don't have permission to access this page.</p>
          {(decision.reason === 'role' ? reasons.slice(1) : reasons).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p>
            The roles above maintain the places, so that the role that creates accounts does not change the register.{' '}
            <Link to="/users?role=national_admin">Find a National Admin</Link>
          </p>
        </div>
      </Panel>
    </Page>
  );
}
