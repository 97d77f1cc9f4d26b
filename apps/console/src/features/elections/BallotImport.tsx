import { KIND_WORDS } from '@ec/contract/constituencies/kinds';
import { type Ballot, BALLOT_COLUMNS, type BallotImport as Preview } from '@ec/contract/elections/ballot';
import type { Election } from '@ec/contract/elections/schemas';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { csvText, useImportForm } from '../../components/form/use-import-form.ts';
import { FileDrop } from '../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { LinesToMend } from '../../components/import/ImportParts.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { importBallot, useElectionChange } from './api.ts';
import { kindOfType } from './form/form-model.ts';

interface BallotImportProps {
  election: Election;
  ballot: Ballot;
  onDone: () => void;
}

interface Checked {
  fileName: string;
  text: string;
  preview: Preview;
}

/** The contract's limit in letters; a file of all state constituencies has about a half of it. */
const MAX_FILE = 2.8 * 1024 * 1024;

/** A file of parties and candidates: checked, looked at, saved. */
export function BallotImport({ election, ballot, onDone }: BallotImportProps) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const { form, drop } = useImportForm({
    id: 'ballot-file',
    start: {},
    maxBytes: MAX_FILE,
    body: (_, file) => ({ file }),
    request: useElectionChange(async ({ file }: { file: File }) => {
      const text = await csvText(file);
      const preview = await importBallot({ id: election.id, body: { text, store: false } });
      return { fileName: file.name, text, preview };
    }),
    failed: 'The file could not be checked',
    onStarted: setChecked,
  });
  if (checked) {
    return (
      <CheckedFile
        {...checked}
        election={election}
        ballot={ballot}
        onDone={onDone}
        onDiscard={() => setChecked(null)}
      />
    );
  }
  const kind = kindOfType(election.type);
  return (
    <Form label="File of the ballot" form={form}>
      <FileDrop
        {...drop}
        inputLabel="File of parties and candidates"
        accept=".csv,text/csv"
        hint="A CSV file with a party a line. You can also drop it here."
      />
      <p className="hint breaks">
        The first line names the columns: {BALLOT_COLUMNS.join(', ')}. Only party_code is needed; of a known party the
        usual name and colour are taken.{' '}
        {kind && `A party has a line for each ${KIND_WORDS[kind][0]}, whose number is the constituency_code. `}
        Nothing is stored before you have seen what the file holds.
      </p>
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}

const PARTY_COLUMNS: Column<Preview['parties'][number]>[] = [
  { key: 'code', header: 'Party', cell: ({ code, colour }) => <Swatch colour={colour}>{code}</Swatch> },
  { key: 'name', header: 'Name', cell: ({ name }) => <span className="breaks">{name}</span> },
  { key: 'candidates', header: 'Candidates', numeric: true, cell: ({ candidates }) => formatNumber(candidates) },
];

function CheckedFile(props: Checked & BallotImportProps & { onDiscard: () => void }) {
  const { fileName, text, preview, election, ballot, onDone, onDiscard } = props;
  const { rows, parties, candidates, refused } = preview;
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const store = useElectionChange(importBallot);
  const counted = ballot.affected.results > 0;
  const another = (
    <Button variant="default" onClick={onDiscard}>
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
      <DataTable
        label="Parties of the file"
        columns={PARTY_COLUMNS}
        rows={parties}
        rowKey={({ code }) => code}
        empty={null}
      />
      {counted && (
        <Textarea
          label="Reason"
          description="Results were sent already; it stands in the audit log and beside the version"
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className="end">
        {another}
        <Button disabled={counted && reason.trim() === ''} onClick={() => setAsking(true)}>
          Save this ballot
        </Button>
      </div>
      {asking && (
        <ConfirmChange
          change={store}
          body={{
            id: election.id,
            body: {
              text,
              store: true,
              version: ballot.version,
              ...(reason.trim() !== '' && { reason: reason.trim() }),
            },
          }}
          onDone={() => {
            notifySuccess(`The ballot with ${formatCount(parties.length, 'party', 'parties')} was saved.`);
            onDone();
          }}
          onClose={() => setAsking(false)}
          title="Save this ballot?"
          confirmLabel="Save"
        >
          <p className="lead">
            <b className="breaks">{fileName}</b> with {formatCount(parties.length, 'party', 'parties')} and{' '}
            {formatCount(candidates, 'candidate')} becomes the ballot of {election.name}.
          </p>
        </ConfirmChange>
      )}
    </div>
  );
}
