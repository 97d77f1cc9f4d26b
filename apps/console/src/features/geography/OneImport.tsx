import { isRunning, type RegisterImport } from '@ec/contract/geography/register-import';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { RunningImport, useImportEnd } from '../../components/import/ImportParts.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { Decision } from './Decision.tsx';
import { tabAddress } from './filters.ts';
import { importQuery, importsQuery } from './api.ts';
import { placesText } from './labels.ts';
import { Preview } from './Preview.tsx';

type Counts = NonNullable<RegisterImport['counts']>;

function Completed({ kind, counts }: { kind: RegisterImport['kind']; counts: Counts }) {
  const { added, changed, left, placeholders } = counts;
  const mayAdd = useMayOpen('/users');
  return (
    <Note kind="ok" role="status">
      <b>{kind === 'placeholders' ? 'Placeholders were created.' : 'The register was imported.'}</b>
      <br />
      Added: {placesText(added)}.
      {kind === 'register' && ` Changed: ${placesText(changed)}. Left as they were: ${placesText(left)}.`}
      {placeholders && (
        <>
          <br />
          Placeholders taken over: {placesText(placeholders.takenOver)}. Placeholders that the file does not name:{' '}
          {placesText(placeholders.left)}.
        </>
      )}
      <br />
      <Link to={tabAddress('pollingUnits')}>Show polling units</Link>
      {mayAdd && (
        <>
          , <Link to="/users">add users</Link>
        </>
      )}
    </Note>
  );
}

function Failed({ error }: { error: RegisterImport['error'] }) {
  return (
    <Note kind="bad" role="alert">
      {error?.message ?? 'Nothing was imported.'}{' '}
      {error?.code === 'IMPORT_INVALID' && 'Correct them and send it again.'}
    </Note>
  );
}

function Standing({ one }: { one: RegisterImport }) {
  if (isRunning(one.state)) return <RunningImport one={one} steps={{ storing: 'Storing the register' }} />;
  switch (one.state) {
    case 'completed':
      return one.counts && <Completed kind={one.kind} counts={one.counts} />;
    case 'discarded':
      return <Note kind="info">This file was discarded. Nothing of it was imported.</Note>;
    case 'waiting':
      return one.error && <Failed error={one.error} />;
    default:
      return <Failed error={one.error} />;
  }
}

/** An import from its check to its end. */
export function OneImport({ id }: { id: string }) {
  const { data: one, error, refetch } = useQuery(importQuery(id));
  const queryClient = useQueryClient();
  const state = one?.state;
  useEffect(() => {
    // The stream reports it too, but may be down.
    if (state === 'completed') void queryClient.invalidateQueries({ queryKey: ['locations'] });
  }, [state, queryClient]);
  useImportEnd(state, importsQuery.queryKey);
  if (!one) {
    return (
      <Panel>
        {error ? (
          <ErrorView title="The import could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <Skeleton height={160} />
        )}
      </Panel>
    );
  }
  const previewed = one.state === 'waiting' || (one.state === 'failed' && one.error?.code === 'IMPORT_INVALID');
  return (
    <Panel title={one.fileName} note={formatCount(one.rows, 'line')}>
      <div className="stack shrink">
        <Standing one={one} />
        {previewed && <Preview one={one}>{(preview) => <Decision one={one} preview={preview} />}</Preview>}
      </div>
    </Panel>
  );
}
