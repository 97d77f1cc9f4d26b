import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useRolesInReach } from '../../lib/use-places.ts';
import { summaryQuery } from './api.ts';
import { fileRoles, hasEnded, importsQuery } from './import-api.ts';
import styles from './import.module.css';
import { ImportFile } from './ImportFile.tsx';
import { ImportText } from './ImportText.tsx';

function Ways({ text, onText, onCancel }: { text: string; onText: (text: string) => void; onCancel: () => void }) {
  const { data, error, refetch } = useQuery(summaryQuery);
  const [file, setFile] = useState<File | null>(null);
  const [tab, setTab] = useState<string | null>(null);
  const byFile = useRolesInReach(data ? fileRoles(data) : []);
  const byText = useRolesInReach(data?.can.importRoles ?? []);
  const earlier = useQuery({ ...importsQuery, enabled: byFile.length > 0 });
  // Whoever comes back while their file is still being imported sees how it stands.
  const running = earlier.data?.imports.some((one) => !hasEnded(one)) ?? false;
  if (running && tab === null && text === '') setTab('file');
  if (!data) {
    return error ? (
      <ErrorView title="The import could not be opened" error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={280} />
    );
  }
  if (byText.length === 0 && byFile.length === 0) {
    return <EmptyState title="You may not import users">Ask whoever manages your own account.</EmptyState>;
  }
  return (
    <Tabs value={tab ?? (byText.length > 0 ? 'text' : 'file')} onChange={setTab} keepMounted={false}>
      <Tabs.List mb="md">
        {byText.length > 0 && (
          <Tabs.Tab value="text" mih={44}>
            From text
          </Tabs.Tab>
        )}
        {byFile.length > 0 && (
          <Tabs.Tab value="file" mih={44}>
            From a file
          </Tabs.Tab>
        )}
      </Tabs.List>
      <Tabs.Panel value="text" className={styles.body ?? ''}>
        <ImportText roles={byText} text={text} onText={onText} onCancel={onCancel} />
      </Tabs.Panel>
      <Tabs.Panel value="file" className={styles.body ?? ''}>
        <ImportFile roles={byFile} file={file} onFile={setFile} onCancel={onCancel} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Many people at once: administrators from lines of text, officers and ward admins from a file. */
export function BulkImport({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [text, setText] = useState('');
  if (!opened) return null;
  return (
    <FormDialog title="Bulk Import Users" dirty={text.trim() !== ''} about="the import" onClose={onClose}>
      {(close) => <Ways text={text} onText={setText} onCancel={close} />}
    </FormDialog>
  );
}
