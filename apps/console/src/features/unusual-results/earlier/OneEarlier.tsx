import { isRunning } from '@ec/contract/geography/register-import';
import { type EarlierElection, EarlierElectionId } from '@ec/contract/unusual/earlier';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProgressBar } from '../../../components/figure/ProgressBar.tsx';
import { ConfirmChange } from '../../../components/form/ConfirmChange.tsx';
import { DataTable } from '../../../components/list/DataTable.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { TYPES } from '../../../domain/elections/election-types.ts';
import { formatCount, formatDay, formatNumber } from '../../../lib/format/format.ts';
import { earlierListQuery, earlierQuery, removeResults, storeResults, useEarlier } from './earlier-api.ts';

const SHOWN_LINES = 200;
const isUuid = (text: string): boolean => EarlierElectionId.safeParse(text).success;

/** An earlier election from the check of its file to its end. */
export function OneEarlier({ id }: { id: string }) {
  const isId = isUuid(id);
  const { data: one, error, refetch } = useQuery({ ...earlierQuery(id), enabled: isId });
  const queryClient = useQueryClient();
  const state = one?.state;
  useEffect(() => {
    if (state !== undefined && !isRunning(state))
      void queryClient.invalidateQueries({ queryKey: earlierListQuery.queryKey });
  }, [state, queryClient]);
  if (!one) {
    return (
      <Panel>
        {!isId ? (
          <EmptyState title="This address names no import">
            Open it from the lists below, or choose the file again.
          </EmptyState>
        ) : error ? (
          <ErrorView title="The earlier election could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <Skeleton height={160} />
        )}
      </Panel>
    );
  }
  return (
    <Panel
      title={one.name}
      note={`${TYPES[one.type]}, ${formatDay(one.electionDate)}, ${formatCount(one.rows, 'unit')}`}
    >
      <div className="stack shrink">
        <p className="quiet breaks">
          {one.fileName}. Parties: {one.parties.join(', ')}.
        </p>
        <Standing one={one} />
      </div>
    </Panel>
  );
}

function Standing({ one }: { one: EarlierElection }) {
  const { state, error, fileName, done, rows } = one;
  if (isRunning(state)) {
    return (
      <>
        <ProgressBar
          label={`Work on ${fileName}`}
          share={done}
          text={`${state === 'reading' ? 'Reading the file' : 'Comparing it with the register'}: ${formatCount(rows, 'line')}`}
        />
        <Note kind="info">You can leave this page. The work goes on, and it is found again here.</Note>
      </>
    );
  }
  if (state === 'failed') return <Failed error={error} />;
  if (state === 'discarded') return <Note kind="info">These results are not stored.</Note>;
  return (
    <>
      {error && (
        <Note kind="warn" role="alert">
          {error.message}
        </Note>
      )}
      {state === 'completed' ? (
        <Note kind="ok" role="status">
          <b>The results are stored.</b> Checks can be tried on them, and elections compared with them. No total of ours
          contains them.
        </Note>
      ) : (
        <Note kind="info">
          {formatCount(rows, 'polling unit')}, all of them in the register. The results wait for your decision.
        </Note>
      )}
      <Decision one={one} />
    </>
  );
}

function Failed({ error }: Pick<EarlierElection, 'error'>) {
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

function Decision({ one }: { one: EarlierElection }) {
  const { id, name, rows, can } = one;
  const [asking, setAsking] = useState<'store' | 'discard' | null>(null);
  const store = useEarlier(storeResults);
  const remove = useEarlier(removeResults);
  const question = { onClose: () => setAsking(null), onDone: () => undefined, body: id };
  if (!can.store && !can.discard && !can.remove) return null;
  const gone = can.remove ? 'Remove these results' : 'Discard the file';
  return (
    <>
      <div className="end">
        <Button variant="default" onClick={() => setAsking('discard')}>
          {gone}
        </Button>
        {can.store && <Button onClick={() => setAsking('store')}>Store these results</Button>}
      </div>
      {asking === 'store' && (
        <ConfirmChange {...question} change={store} title="Store these earlier results?" confirmLabel="Store">
          <p className="lead">
            <b className="breaks">{name}</b> has {formatCount(rows, 'unit')}. Our own results and totals do not change.
          </p>
        </ConfirmChange>
      )}
      {asking === 'discard' && (
        <ConfirmChange
          {...question}
          change={remove}
          title={`${gone}?`}
          confirmLabel={can.remove ? 'Remove' : 'Discard'}
          danger={can.remove}
        >
          <p className="lead">
            {can.remove ? (
              <>
                Checks can no longer be tried on <b className="breaks">{name}</b>, nor compare with it, until its file
                is imported again.
              </>
            ) : (
              <>
                Nothing of <b className="breaks">{name}</b> is stored. You can choose the file again.
              </>
            )}
          </p>
        </ConfirmChange>
      )}
    </>
  );
}
