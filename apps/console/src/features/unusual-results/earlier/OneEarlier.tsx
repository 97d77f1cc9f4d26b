import { type EarlierElection, EarlierElectionId } from '@ec/contract/unusual/earlier';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImportOutcome, useImportEnd } from '../../../components/import/ImportParts.tsx';
import { ImportDecision } from '../../../components/import/ImportDecision.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { TYPES } from '../../../domain/elections/election-types.ts';
import { formatCount, formatDay } from '../../../lib/format/format.ts';
import { earlierListQuery, earlierQuery, removeResults, storeResults, useEarlier } from './earlier-api.ts';

const isUuid = (text: string): boolean => EarlierElectionId.safeParse(text).success;

/** An earlier election from the check of its file to its end. */
export function OneEarlier({ id }: { id: string }) {
  const isId = isUuid(id);
  const { data: one, error, refetch } = useQuery({ ...earlierQuery(id), enabled: isId });
  useImportEnd(one?.state, earlierListQuery.queryKey);
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
        <ImportOutcome
          one={one}
          steps={{ checking: 'Comparing it with the register' }}
          completed={
            <>
              <Note kind="ok" role="status">
                <b>The results are stored.</b> Checks can be tried on them, and elections compared with them. No total
                of ours contains them.
              </Note>
              <Decision one={one} />
            </>
          }
          discarded="These results are not stored."
        >
          <Note kind="info">
            {formatCount(one.rows, 'polling unit')}, all of them in the register. The results wait for your decision.
          </Note>
          <Decision one={one} />
        </ImportOutcome>
      </div>
    </Panel>
  );
}

function Decision({ one }: { one: EarlierElection }) {
  const { id, name, rows, can } = one;
  const store = useEarlier(storeResults);
  const remove = useEarlier(removeResults);
  if (!can.store && !can.discard && !can.remove) return null;
  const named = <b className="breaks">{name}</b>;
  return (
    <ImportDecision
      id={id}
      discard={
        can.remove
          ? {
              label: 'Remove these results',
              title: 'Remove these results?',
              confirmLabel: 'Remove',
              text: (
                <>Checks can no longer be tried on {named}, nor compare with it, until its file is imported again.</>
              ),
              danger: true,
              change: remove,
            }
          : {
              label: 'Discard the file',
              title: 'Discard the file?',
              confirmLabel: 'Discard',
              text: <>Nothing of {named} is stored. You can choose the file again.</>,
              change: remove,
            }
      }
      store={
        can.store
          ? {
              label: 'Store these results',
              title: 'Store these earlier results?',
              confirmLabel: 'Store',
              text: (
                <>
                  {named} has {formatCount(rows, 'unit')}. Our own results and totals do not change.
                </>
              ),
              change: store,
            }
          : undefined
      }
    />
  );
}
