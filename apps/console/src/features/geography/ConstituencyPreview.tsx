import { KIND_COLUMNS, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { ConstituencyImport } from '@ec/contract/constituencies/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { LeaveDialog } from '../../components/form/LeaveDialog.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { Note } from '../../components/page/Note.tsx';
import { capital } from '../../domain/results/labels.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { importConstituencies, useGeographyChange } from './api.ts';
import { RefusedList } from './ChangeList.tsx';

type OfKind = ConstituencyImport['kinds'][number];

const COLUMNS: Column<OfKind>[] = [
  { key: 'kind', header: 'Kind', cell: ({ kind }) => capital(KIND_WORDS[kind][1]) },
  { key: 'count', header: 'In the file', numeric: true, cell: (one) => formatNumber(one.constituencies) },
  { key: 'added', header: 'New', numeric: true, cell: ({ added }) => formatNumber(added) },
  { key: 'wards', header: 'Wards', numeric: true, cell: ({ wards }) => formatNumber(wards) },
  { key: 'assigned', header: 'Wards that had none', numeric: true, cell: ({ assigned }) => formatNumber(assigned) },
  { key: 'moved', header: 'Wards that move', numeric: true, cell: ({ moved }) => formatNumber(moved) },
  {
    key: 'left',
    header: 'Wards left without',
    numeric: true,
    cell: ({ unassigned }) => formatNumber(unassigned.count),
  },
];

function Unassigned({ kind, unassigned: { count, wards } }: OfKind) {
  if (count === 0) return null;
  const named = wards.map(({ code, name }) => `${code} ${name}`).join(', ');
  const more = count - wards.length;
  return (
    <Note kind="bad">
      {formatCount(count, 'ward')} of the register {count === 1 ? 'has' : 'have'} no {KIND_WORDS[kind][0]} after the
      import: {named}
      {more > 0 && ` and ${formatNumber(more)} more`}. Elections in constituencies do not cover{' '}
      {count === 1 ? 'it' : 'them'}.
    </Note>
  );
}

interface ConstituencyPreviewProps {
  fileName: string;
  text: string;
  preview: ConstituencyImport;
  onDiscard: () => void;
}

/** What the file changes, and the decision on it. */
export function ConstituencyPreview({ fileName, text, preview, onDiscard }: ConstituencyPreviewProps) {
  const { kinds, absent, refused, elections, rows } = preview;
  const [asking, setAsking] = useState(false);
  const [page, setPage] = useState(1);
  const rememberFocus = useReturnFocus(asking);
  const navigate = useNavigate();
  const store = useGeographyChange(importConstituencies);
  if (refused.count > 0) {
    return (
      <div className="stack shrink">
        <Note kind="bad" role="alert">
          Lines that cannot be imported: {formatNumber(refused.count)}
          {rows >= refused.count && ` of ${formatNumber(rows)}`}. Correct them and choose the file again; nothing was
          imported.
        </Note>
        <RefusedList refused={refused} page={page} onPage={setPage} />
        <div className="end">
          <Button variant="default" onClick={onDiscard}>
            Choose another file
          </Button>
        </div>
      </div>
    );
  }
  const changes = kinds.some(({ added, assigned, moved }) => added + assigned + moved > 0);
  return (
    <div className="stack shrink">
      <DataTable
        label="What the file changes"
        columns={COLUMNS}
        rows={kinds}
        rowKey={({ kind }) => kind}
        empty={null}
      />
      {absent.map((kind) => (
        <Note key={kind} kind="info">
          The file has no column {KIND_COLUMNS[kind].code}: {KIND_WORDS[kind][1]} stay as they are.
        </Note>
      ))}
      {kinds.map((one) => (
        <Unassigned key={one.kind} {...one} />
      ))}
      {elections.length > 0 && (
        <Note kind="info">Elections whose covered wards change with it: {elections.join(', ')}.</Note>
      )}
      {!changes && <Note kind="info">Every ward of the file belongs to these constituencies already.</Note>}
      <div className="end">
        <Button variant="default" onClick={onDiscard}>
          Choose another file
        </Button>
        <Button
          onClick={() => {
            rememberFocus();
            setAsking(true);
          }}
        >
          Import
        </Button>
      </div>
      {asking && (
        <ConfirmChange
          change={store}
          body={{ text, store: true }}
          onDone={() => {
            notifySuccess(`The constituencies of ${formatCount(rows, 'ward')} were imported.`);
            void navigate('/geographical-data/constituencies');
          }}
          onClose={() => setAsking(false)}
          title="Import these constituencies?"
          confirmLabel="Import"
        >
          <p className="lead">
            <b className="breaks">{fileName}</b> with {formatCount(rows, 'ward')} is imported, all of it or nothing.
          </p>
        </ConfirmChange>
      )}
      <LeaveDialog dirty={!asking}>The file was checked and not imported.</LeaveDialog>
    </div>
  );
}
