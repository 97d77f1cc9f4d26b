import type { ElectionId } from '@ec/contract/base/common';
import { MAX_PVC_FILE, PVC_COLUMNS, type PvcImport } from '@ec/contract/margin-of-lead/schemas';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { csvText, useImportForm } from '../../components/form/use-import-form.ts';
import { FileDrop } from '../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { LinesToMend } from '../../components/import/ImportParts.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { Note } from '../../components/page/Note.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { importPvc, useAffectedChange } from './api.ts';

interface Checked {
  text: string;
  reason: string;
  preview: PvcImport;
}

interface PvcImportDialogProps {
  electionId: ElectionId;
  onClose: () => void;
}

const TITLE = 'Import PVCs collected';

/** A file of PVCs collected: checked, looked at, saved. */
export function PvcImportDialog({ electionId, onClose }: PvcImportDialogProps) {
  const [checked, setChecked] = useState<Checked | null>(null);
  return (
    <FormDialog title={TITLE} about="the chosen file" onClose={onClose}>
      {checked ? (
        <CheckedFile {...checked} electionId={electionId} onClose={onClose} onDiscard={() => setChecked(null)} />
      ) : (
        <ChooseFile electionId={electionId} onChecked={setChecked} />
      )}
    </FormDialog>
  );
}

function ChooseFile({ electionId, onChecked }: { electionId: ElectionId; onChecked: (checked: Checked) => void }) {
  const { form, drop } = useImportForm({
    id: 'pvc-file',
    start: { reason: '' },
    maxBytes: MAX_PVC_FILE,
    tooLarge: 'Divide it, and keep the units that did not hold.',
    body: ({ reason }, file) => ({ reason: reason.trim(), file }),
    request: useAffectedChange(async ({ reason, file }: { reason: string; file: File }) => {
      const text = await csvText(file);
      return { text, reason, preview: await importPvc({ electionId, text, reason, store: false }) };
    }),
    failed: 'The file could not be checked',
    onStarted: onChecked,
  });
  return (
    <Form label={TITLE} form={form}>
      <FileDrop
        {...drop}
        inputLabel="File of PVCs collected"
        accept=".csv,text/csv"
        hint="A CSV file with a polling unit a line. You can also drop it here."
      />
      <p className="hint breaks">
        The first line names the columns: {PVC_COLUMNS.join(', ')}. Units that are not recorded here are left out.
        Nothing is stored before you have seen what the file holds.
      </p>
      <Textarea
        label="Where the numbers come from"
        required
        rows={2}
        maxLength={1000}
        description="It stands in the history of each unit"
        {...form.field('reason')}
      />
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}

type Change = PvcImport['changes'][number];
const CHANGES: Column<Change>[] = [
  {
    key: 'unit',
    header: 'Polling unit',
    cell: ({ code, name }) => (
      <span className="breaks">
        {name} <span className="quiet">{code}</span>
      </span>
    ),
  },
  {
    key: 'before',
    header: 'Before',
    numeric: true,
    cell: ({ before }) => (before === null ? 'Not known' : formatNumber(before)),
  },
  { key: 'after', header: 'PVCs collected', numeric: true, cell: ({ after }) => formatNumber(after) },
];

const SHOWN = 200;

function CheckedFile(props: Checked & PvcImportDialogProps & { onDiscard: () => void }) {
  const { electionId, text, reason, preview, onClose, onDiscard } = props;
  const { rows, changes, unchanged, notRecorded, warned, refused } = preview;
  const store = useAffectedChange(importPvc);
  const save = () =>
    store.mutate(
      { electionId, text, reason, store: true },
      {
        onSuccess: (done) => {
          notifySuccess(`PVCs collected were saved for ${formatCount(done.changes.length, 'unit')}.`);
          onClose();
        },
      },
    );
  const another = (
    <Button variant="default" disabled={store.isPending} onClick={onDiscard}>
      Choose another file
    </Button>
  );
  if (refused.count > 0) {
    return (
      <div className="stack shrink">
        <LinesToMend refused={refused} rows={rows} />
        <div className="end">{another}</div>
      </div>
    );
  }
  return (
    <div className="stack shrink">
      <p role="status">
        {formatCount(changes.length, 'unit')} will change, {formatNumber(unchanged)} already{' '}
        {unchanged === 1 ? 'has its' : 'have their'} number, {formatNumber(notRecorded)} not recorded here and left out.
      </p>
      {warned.count > 0 && (
        <Note kind="warn">
          More PVCs than registered voters, taken as they are:
          {warned.lines.slice(0, SHOWN).map(({ line, message }) => (
            <div key={line}>
              Line {formatNumber(line)}: {message}
            </div>
          ))}
        </Note>
      )}
      {changes.length > 0 && (
        <DataTable
          label="Units that change"
          columns={CHANGES}
          rows={changes.slice(0, SHOWN)}
          rowKey={({ code }) => code}
          empty={null}
        />
      )}
      {changes.length > SHOWN && <p className="hint">The first {formatNumber(SHOWN)} are shown.</p>}
      {store.error && (
        <Note kind="bad" role="alert">
          {store.error.message}
        </Note>
      )}
      <div className="end">
        {another}
        <Button disabled={changes.length === 0} loading={store.isPending} onClick={save}>
          Save these numbers
        </Button>
      </div>
    </div>
  );
}
