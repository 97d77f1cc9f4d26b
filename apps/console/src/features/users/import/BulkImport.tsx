import type { Role } from '@ec/contract/permissions/roles';
import type { FileImportRole } from '@ec/contract/users/import';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { useRolesInReach } from '../../../domain/places/use-places.ts';
import { summaryQuery } from '../api.ts';
import { fileRoles, hasEnded, importsQuery } from './import-api.ts';
import { ImportFile } from './ImportFile.tsx';
import { ImportText } from './ImportText.tsx';

interface TabsProps {
  byText: readonly Role[];
  byFile: readonly FileImportRole[];
  /** The tab that stands open at first. */
  first: 'text' | 'file';
}

/** Both stay mounted, so that neither loses what was typed while the other is looked at. */
function WayTabs({ byText, byFile, first }: TabsProps) {
  const [tab, setTab] = useState<string | null>(first);
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List mb="md">
        {byText.length > 0 && <Tabs.Tab value="text">From text</Tabs.Tab>}
        {byFile.length > 0 && <Tabs.Tab value="file">From a file</Tabs.Tab>}
      </Tabs.List>
      {byText.length > 0 && (
        <Tabs.Panel value="text" className="stack">
          <ImportText roles={byText} />
        </Tabs.Panel>
      )}
      {byFile.length > 0 && (
        <Tabs.Panel value="file" className="stack">
          <ImportFile roles={byFile} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

function Ways() {
  const { data, error, refetch } = useQuery(summaryQuery);
  const byFile = useRolesInReach(data ? fileRoles(data) : []);
  const byText = useRolesInReach(data?.can.importRoles ?? []);
  const earlier = useQuery({ ...importsQuery, enabled: byFile.length > 0 });
  if (!data || (byFile.length > 0 && earlier.isPending)) {
    return error ? (
      <ErrorView title="The import could not be opened" error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={280} />
    );
  }
  if (byText.length === 0 && byFile.length === 0) {
    return <EmptyState title="You may not import users">Ask the administrator who manages your account.</EmptyState>;
  }
  // A user who comes back during the import sees its progress.
  const running = earlier.data?.imports.some((one) => !hasEnded(one)) ?? false;
  return <WayTabs byText={byText} byFile={byFile} first={running || byText.length === 0 ? 'file' : 'text'} />;
}

/** Many people at once: administrators from lines of text, officers and ward admins from a file. */
export function BulkImport({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  if (!opened) return null;
  return (
    <FormDialog title="Bulk Import Users" about="the import" onClose={onClose}>
      <Ways />
    </FormDialog>
  );
}
