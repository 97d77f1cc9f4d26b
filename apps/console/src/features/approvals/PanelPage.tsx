import { findRoute } from '@ec/contract/permissions/pages';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useReadsApprovals } from '../../domain/approvals/approval-counts.ts';
import { ApprovalPanel } from './ApprovalPanel.tsx';

const REFUSAL = findRoute('/approvals')?.refusal;

/** The panel that the button Pending Approvals of the users page opens; it stands below /users, so its own right is checked here. */
export function PanelPage() {
  const mayRead = useReadsApprovals();
  return (
    <Page
      title="Approval Management"
      context="Requests about the users of your area, and your own"
      actions={
        <Button component={Link} to="/users" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Back to users
        </Button>
      }
    >
      {mayRead ? (
        <ApprovalPanel />
      ) : (
        <Panel>
          <div role="alert">
            <EmptyState title={REFUSAL?.title ?? 'Access Denied'}>{REFUSAL?.text}</EmptyState>
          </div>
        </Panel>
      )}
    </Page>
  );
}
