import { fieldWords } from '@ec/contract/second-entry/figures';
import type { SecondEntryDetail } from '@ec/contract/second-entry/schemas';
import { DataTable } from '../../components/list/DataTable.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { PartySwatch } from '../../domain/results/PartyLooks.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { fieldList } from './verdicts.ts';

const PARTY = 'votes.';

const figure = (value: number | null) => (value === null ? <span className="quiet">Blank</span> : formatNumber(value));

function Field({ field }: { field: string }) {
  return field.startsWith(PARTY) ? <PartySwatch party={field.slice(PARTY.length)} /> : fieldWords(field);
}

/** What there is to say where no figures are compared. */
function standing({ state, fields }: SecondEntryDetail): string | null {
  switch (state) {
    case 'waiting':
      return 'The sheet waits for a transcriber.';
    case 'claimed':
      return 'A transcriber is entering the sheet.';
    case 'correcting':
      return `The transcriber enters these fields again: ${fieldList(fields)}.`;
    case 'differs':
      return 'Both entries are empty: no accredited voter and no vote. Look whether the paper is empty too.';
    case 'unreadable':
      return `The transcriber cannot read these fields: ${fieldList(fields)}.`;
    case 'matched':
      return 'Both entries match in every field.';
    case 'officer_asked':
      return 'The result was returned to its officer.';
    case 'wrong':
      return 'The verified figures differ from the paper, and the result was disputed.';
    case 'illegible':
      return 'The photo cannot be read, so the sheet counts as not checked.';
    case 'void':
      return 'This version of the result no longer counts, and neither does its second entry.';
  }
}

/** The differing fields of both entries, and no other figure of the sheet. */
export function DifferenceTable({ entry }: { entry: SecondEntryDetail }) {
  const { differences, state } = entry;
  if (differences.length === 0) {
    const kind = state === 'matched' ? 'ok' : state === 'differs' || state === 'unreadable' ? 'warn' : 'info';
    return <Note kind={kind}>{standing(entry)}</Note>;
  }
  return (
    <Panel title="Fields that differ" note="No other field is shown" flush>
      <DataTable
        label="Fields that differ"
        columns={[
          { key: 'field', header: 'Field', cell: ({ field }) => <Field field={field} /> },
          {
            key: 'officer',
            header: entry.desk ? 'Desk version' : 'Officer',
            numeric: true,
            cell: ({ officer }) => figure(officer),
          },
          { key: 'entry', header: 'Second entry', numeric: true, cell: (row) => figure(row.entry) },
        ]}
        rows={differences}
        rowKey={({ field }) => field}
        empty={null}
      />
    </Panel>
  );
}
