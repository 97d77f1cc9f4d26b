import type { ElectionId } from '@ec/contract/base/common';
import { PUBLISHED_COLUMNS, PUBLISHED_STATES, type PublishedImport } from '@ec/contract/collations/published';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '../../../components/form/ConfirmChange.tsx';
import { csvText } from '../../../components/form/csv-text.ts';
import { FileDrop } from '../../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { useImportForm } from '../../../components/form/use-import-form.ts';
import { DataTable } from '../../../components/list/DataTable.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { PUBLISHED_WORDS } from '../../../domain/collations/published-sheets.ts';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useUrlState } from '../../../lib/hooks/use-url-state.ts';
import { importPublished, usePublishedImport } from '../api.ts';

/** The contract's limit in letters; a file of the largest state has less than half of it. */
const MAX_FILE = 2.8 * 1024 * 1024;
const FILTERS = { election: '' };

interface Checked {
  fileName: string;
  text: string;
  preview: PublishedImport;
}

/** A file of what the results portal shows of many units: checked, looked at, stored. */
export function ImportPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const [checked, setChecked] = useState<Checked | null>(null);
  const chosen = (id: string) => {
    setChecked(null);
    setFilters({ election: id });
  };
  return (
    <Page title="Import published sheets" context="What the results portal shows of the units of your area">
      {elections.data && !election && (
        <Panel>
          <EmptyState title="There is no election with results in your area yet." />
        </Panel>
      )}
      {election && (
        <Panel title={checked?.fileName ?? 'File'}>
          <div className="stack shrink">
            <NativeSelect
              label="Election"
              value={election.id}
              data={(elections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => chosen(event.currentTarget.value)}
            />
            {checked ? (
              <CheckedFile {...checked} electionId={election.id} onDiscard={() => setChecked(null)} />
            ) : (
              <ChooseFile electionId={election.id} parties={election.parties} onChecked={setChecked} />
            )}
          </div>
        </Panel>
      )}
    </Page>
  );
}

interface ChooseFileProps {
  electionId: ElectionId;
  parties: readonly string[];
  onChecked: (checked: Checked) => void;
}

function ChooseFile({ electionId, parties, onChecked }: ChooseFileProps) {
  const { form, drop } = useImportForm({
    id: 'published-file',
    start: {},
    maxBytes: MAX_FILE,
    tooLarge: 'Send it in parts, such as one LGA each.',
    body: (_, file) => ({ file }),
    request: usePublishedImport(async ({ file }: { file: File }) => {
      const text = await csvText(file);
      const preview = await importPublished({ electionId, text, store: false });
      return { fileName: file.name, text, preview };
    }),
    failed: 'The file could not be checked',
    onStarted: onChecked,
  });
  return (
    <Form label="File of published sheets" form={form}>
      <FileDrop
        {...drop}
        inputLabel="File of published sheets"
        accept=".csv,text/csv"
        hint="A CSV file with one polling unit a line. You can also drop it here."
      />
      <p className="hint breaks">
        The first line names the columns: {PUBLISHED_COLUMNS.join(', ')}, and the parties ({parties.join(', ')}). Only
        unit_code is needed (as 24-11-05-003). status is {PUBLISHED_STATES.join(', ')}; left blank it is figures. A
        blank figure is unknown, not zero. Nothing is stored before you have seen what the file holds.
      </p>
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}

function CheckedFile(props: Checked & { electionId: ElectionId; onDiscard: () => void }) {
  const { fileName, text, preview, electionId, onDiscard } = props;
  const { rows, states, added, changed, unchanged, absent, refused } = preview;
  const [asking, setAsking] = useState(false);
  const store = usePublishedImport(importPublished);
  const another = (
    <Button variant="default" mih={44} onClick={onDiscard}>
      Choose another file
    </Button>
  );
  if (refused.count > 0) {
    return (
      <>
        <Note kind="bad" role="alert">
          Lines to mend: {formatNumber(refused.count)}. Correct them and choose the file again; nothing was stored.
        </Note>
        <DataTable
          label="Lines to mend"
          columns={[
            { key: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatNumber(line) },
            { key: 'message', header: 'What to mend', cell: ({ message }) => message },
          ]}
          rows={refused.lines.slice(0, 200)}
          rowKey={({ line, message }) => `${line} ${message}`}
          empty={null}
        />
        <div className="end">{another}</div>
      </>
    );
  }
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
      <div className="end">
        {another}
        <Button mih={44} disabled={added + changed === 0} onClick={() => setAsking(true)}>
          Store these sheets
        </Button>
      </div>
      {asking && (
        <ConfirmChange
          change={store}
          body={{ electionId, text, store: true }}
          onDone={() => {
            notifySuccess(`What the portal shows of ${formatCount(rows, 'unit')} is stored.`);
            onDiscard();
          }}
          onClose={() => setAsking(false)}
          title="Store these published sheets?"
          confirmLabel="Store"
        >
          <p className="lead">
            <b className="breaks">{fileName}</b> has {formatCount(rows, 'unit')}.
          </p>
        </ConfirmChange>
      )}
    </>
  );
}
