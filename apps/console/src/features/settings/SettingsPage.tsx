import type { SettingsAnswer } from '@ec/contract/settings/schemas';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { settingsQuery } from './api.ts';
import { type Tab, TAB_IDS } from './setting-field.ts';
import { SettingRow } from './SettingInput.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsTabs } from './SettingsTabs.tsx';
import styles from './settings.module.css';
import { valueAt } from './values.ts';

const FILTERS = { tab: 'general' };
const READ_ONLY = 'You have read-only access to system settings. Contact a National Administrator to make changes.';

function LastSaved({ settings: { updatedAt, updatedBy } }: { settings: SettingsAnswer }) {
  if (updatedAt === null) return 'As delivered: not changed yet';
  return (
    <>
      Last saved {updatedBy !== null && `by ${updatedBy}, `}
      <TimeText moment={updatedAt} minute />
    </>
  );
}

function Settings({ settings, tab, onTab }: { settings: SettingsAnswer; tab: Tab; onTab: (tab: Tab) => void }) {
  if (settings.can.edit) return <SettingsForm latest={settings} tab={tab} onTab={onTab} />;
  return (
    <>
      <Note kind="info" role="status">
        {READ_ONLY}
      </Note>
      <SettingsTabs tab={tab} onTab={onTab}>
        {(field) => <SettingRow field={field} value={valueAt(settings, field.path)} />}
      </SettingsTabs>
    </>
  );
}

function Loading() {
  return (
    <Panel>
      <div className={styles.fields} role="status" aria-label="Loading settings">
        {Array.from({ length: 5 }, (_, row) => (
          <Skeleton key={row} height={56} />
        ))}
      </div>
    </Panel>
  );
}

/** The settings of the organisation, on four tabs. */
export function SettingsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const settings = useQuery(settingsQuery);
  const tab = TAB_IDS.find((id) => id === filters.tab) ?? 'general';
  return (
    <Page title="System Settings" context={settings.data && <LastSaved settings={settings.data} />} contextComes={1}>
      {settings.data ? (
        <Settings settings={settings.data} tab={tab} onTab={(next) => setFilters({ tab: next })} />
      ) : settings.error ? (
        <Panel>
          <ErrorView title="The settings could not be loaded" error={settings.error} onRetry={settings.refetch} />
        </Panel>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
