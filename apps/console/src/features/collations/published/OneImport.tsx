import {
  PUBLISHED_STATES,
  type PublishedCounts,
  type PublishedImport,
  PublishedImportId,
} from '@ec/contract/collations/published';
import { isRunning } from '@ec/contract/geography/register-import';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProgressBar } from '../../../components/figure/ProgressBar.tsx';
import { ConfirmChange } from '../../../components/form/ConfirmChange.tsx';
import { DataTable } from '../../../components/list/DataTable.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { PUBLISHED_WORDS } from '../../../domain/collations/published-sheets.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { LoadError, WrongAddress } from '../LoadError.tsx';
import { discardSheets, importQuery, importsQuery, storeSheets, usePublishedImport } from './import-api.ts';

const LIST = { to: '/collations/published/import', label: 'Choose a file' };
const isUuid = (text: string): boolean => PublishedImportId.safeParse(text).success;
const SHOWN_LINES = 200;

const STEPS: Partial<Record<PublishedImport['state'], string>> = {
  reading: 'Reading the file',
  checking: 'Comparing it with what is stored',
  storing: 'Storing the sheets',
};

/** A file of published sheets from its check to its end. */
export function OneImport({ id }: { id: string }) {
  const isId = isUuid(id);
  const { data: one, error, refetch } = useQuery({ ...importQuery(id), enabled: isId });
  const queryClient = useQueryClient();
  const state = one?.state;
  useEffect(() => {
    if (state !== undefined && !isRunning(state))
      void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
  }, [state, queryClient]);
  if (!one) {
    return (
      <Panel>
        {!isId ? (
          <WrongAddress title="This address names no import." {...LIST}>
            Open it from the list of your latest files, or choose the file again.
          </WrongAddress>
        ) : error ? (
          <LoadError title="The import could not be loaded" error={error} onRetry={refetch} {...LIST} />
        ) : (
          <Skeleton height={160} />
        )}
      </Panel>
    );
  }
  return (
    <Panel title={one.fileName} note={`${one.electionName}, ${formatCount(one.rows, 'line')}`}>
      <div className="stack shrink">
        <Standing one={one} />
      </div>
    </Panel>
  );
}

function Standing({ one }: { one: PublishedImport }) {
  const { state, counts, error, fileName, done, rows } = one;
  if (isRunning(state)) {
    return (
      <>
        <ProgressBar
          label={`Work on ${fileName}`}
          share={done}
          text={`${STEPS[state] ?? ''}: ${formatCount(rows, 'line')}`}
        />
        <Note kind="info">You can leave this page. The work goes on, and it is found again here.</Note>
      </>
    );
  }
  if (state === 'completed') {
    return (
      <Note kind="ok" role="status">
        <b>The published sheets are stored.</b> {counts && storedText(counts)}
      </Note>
    );
  }
  if (state === 'discarded') return <Note kind="info">This file was discarded. Nothing of it was stored.</Note>;
  if (state === 'waiting') {
    return (
      <>
        {error && (
          <Note kind="warn" role="alert">
            {error.message}
          </Note>
        )}
        {counts && <Held counts={counts} />}
        <Decision one={one} />
      </>
    );
  }
  return <Failed error={error} />;
}

const storedText = ({ added, changed, unchanged }: PublishedCounts) =>
  `${formatCount(added, 'unit')} without an entry before, ${formatNumber(changed)} with another one, ${formatNumber(unchanged)} left as they were.`;

function Failed({ error }: Pick<PublishedImport, 'error'>) {
  const lines = error?.lines ?? [];
  return (
    <>
      <Note kind="bad" role="alert">
        {error?.code === 'IMPORT_INVALID'
          ? `Lines to mend: ${formatNumber(error.count)}. Correct them and choose the file again; nothing was stored.`
          : (error?.message ?? 'Nothing was stored.')}
      </Note>
      {lines.length > 0 && (
        <DataTable
          label="Lines to mend"
          columns={[
            { key: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatNumber(line) },
            { key: 'message', header: 'What to mend', cell: ({ message }) => message },
          ]}
          rows={lines.slice(0, SHOWN_LINES)}
          rowKey={({ line, message }) => `${line} ${message}`}
          empty={null}
        />
      )}
      {(error?.count ?? 0) > SHOWN_LINES && (
        <p className="hint">
          The first {formatNumber(Math.min(SHOWN_LINES, lines.length))} of {formatNumber(error?.count ?? 0)}.
        </p>
      )}
    </>
  );
}

/** What the file holds, and what of it is new. */
function Held({ counts }: { counts: PublishedCounts }) {
  const { states, added, changed, unchanged, absent } = counts;
  return (
    <>
      <DataTable
        label="Units of the file"
        columns={[
          { key: 'state', header: 'On the portal', cell: ({ state }) => PUBLISHED_WORDS[state].label },
          { key: 'units', header: 'Units', numeric: true, cell: ({ units }) => formatNumber(units) },
        ]}
        rows={PUBLISHED_STATES.map((state) => ({ state, units: states[state] }))}
        rowKey={({ state }) => state}
        empty={null}
      />
      <Note kind="info">
        {formatCount(added, 'unit')} without an entry so far, {formatNumber(changed)} with another one, which stays
        among the earlier ones, {formatNumber(unchanged)} as they stand. Our own results and totals do not change.
        {absent.length > 0 && ` Without a column, and so left blank: ${absent.join(', ')}.`}
      </Note>
    </>
  );
}

function Decision({ one }: { one: PublishedImport }) {
  const { id, fileName, rows, counts, can } = one;
  const [asking, setAsking] = useState<'store' | 'discard' | null>(null);
  const store = usePublishedImport(storeSheets);
  const discard = usePublishedImport(discardSheets);
  const nothing = counts !== null && counts.added + counts.changed === 0;
  const question = { onClose: () => setAsking(null), onDone: () => undefined, body: id };
  return (
    <>
      {nothing && <p className="hint">Every unit of the file stands as it is, so there is nothing to store.</p>}
      <div className="end">
        <Button variant="default" disabled={!can.discard} onClick={() => setAsking('discard')}>
          Discard the file
        </Button>
        <Button disabled={!can.store || nothing} onClick={() => setAsking('store')}>
          Store these sheets
        </Button>
      </div>
      {asking === 'store' && (
        <ConfirmChange {...question} change={store} title="Store these published sheets?" confirmLabel="Store">
          <p className="lead">
            <b className="breaks">{fileName}</b> has {formatCount(rows, 'unit')}. All of it is stored, or nothing.
          </p>
        </ConfirmChange>
      )}
      {asking === 'discard' && (
        <ConfirmChange {...question} change={discard} title="Discard this file?" confirmLabel="Discard">
          <p className="lead">
            Nothing of <b className="breaks">{fileName}</b> is stored. You can choose it again.
          </p>
        </ConfirmChange>
      )}
    </>
  );
}
