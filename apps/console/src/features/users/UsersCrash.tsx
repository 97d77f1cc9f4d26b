import { Button } from '@mantine/core';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';

/** In place of the page when it breaks. */
export function UsersCrash() {
  return (
    <Page title="User Management">
      <Panel>
        <div role="alert">
          <EmptyState
            title="Error in User Management"
            action={
              <Button variant="default" onClick={() => window.location.reload()}>
                Reload
              </Button>
            }
          >
            An error occurred while loading the user management page.
          </EmptyState>
        </div>
      </Panel>
    </Page>
  );
}
