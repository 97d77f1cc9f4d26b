import {
  PUBLISHED_STATES,
  type PublishedCounts,
  type PublishedImport,
  PublishedImportId,
} from '@ec/contract/collations/published';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImportOutcome, useImportEnd } from '../../../components/import/ImportParts.tsx';
import { ImportDecision } from '../../../components/import/ImportDecision.tsx';
import { DataTable } from '../../../components/list/DataTable.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { PUBLISHED_WORDS } from '../../../domain/collations/published-sheets.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { LoadError, WrongAddress } from '../LoadError.tsx';
import { discardSheets, importQuery, importsQuery, storeSheets, usePublishedImport } from './import-api.ts';

const LIST = { to: '/collations/published/import', label: 'Choose a file' };
const isUuid = (text: string): boolean => PublishedImportId.safeParse(text).success;

/** A file of published sheets from its check to its end. */
export function OneImport({ id }: { id: string }) {
  const isId = isUuid(id);
  const { data: one, error, refetch } = useQuery({ ...importQuery(id), enabled: isId });
  useImportEnd(one?.state, importsQuery.queryKey);
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
        <ImportOutcome
          one={one}
          steps={{ storing: 'Storing the sheets' }}
          completed={
            <Note kind="ok" role="status">
              <b>The published sheets are stored.</b> {one.counts && storedText(one.counts)}
            </Note>
          }
          discarded="This file was discarded. Nothing of it was stored."
        >
          {one.counts && <Held counts={one.counts} />}
          <Decision one={one} />
        </ImportOutcome>
      </div>
    </Panel>
  );
}

const storedText = ({ added, changed, unchanged }: PublishedCounts) =>
  `${formatCount(added, 'unit')} without an entry before, ${formatNumber(changed)} with another one, ${formatNumber(unchanged)} left as they were.`;

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
  const store = usePublishedImport(storeSheets);
  const discard = usePublishedImport(discardSheets);
  const nothing = counts !== null && counts.added + counts.changed === 0;
  return (
    <>
      {nothing && <p className="hint">Every unit of the file stands as it is, so there is nothing to store.</p>}
      <ImportDecision
        id={id}
        discard={{
          label: 'Discard the file',
          title: 'Discard this file?',
          confirmLabel: 'Discard',
          text: (
            <>
              Nothing of <b className="breaks">{fileName}</b> is stored. You can choose it again.
            </>
          ),
          disabled: !can.discard,
          change: discard,
        }}
        store={{
          label: 'Store these sheets',
          title: 'Store these published sheets?',
          confirmLabel: 'Store',
          text: (
            <>
              <b className="breaks">{fileName}</b> has {formatCount(rows, 'unit')}. All of it is stored, or nothing.
            </>
          ),
          disabled: !can.store || nothing,
          change: store,
        }}
      />
    </>
  );
}
