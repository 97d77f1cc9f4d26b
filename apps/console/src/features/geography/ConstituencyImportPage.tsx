import { CONSTITUENCY_KINDS, KIND_COLUMNS, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { ConstituencyImport } from '@ec/contract/constituencies/schemas';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { csvText, useImportForm } from '../../components/form/use-import-form.ts';
import { FileDrop } from '../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useReach } from '../../domain/places/use-places.ts';
import { importConstituencies, useGeographyChange } from './api.ts';
import { ConstituencyPreview } from './ConstituencyPreview.tsx';
import { GeographersOnly } from './PlaceParts.tsx';
import styles from './import.module.css';

const TITLE = 'Import constituencies';
/** The contract's limit in letters; a file of all wards has a quarter of it. */
const MAX_FILE = 2 * 1024 * 1024 - 100_000;

interface Checked {
  fileName: string;
  text: string;
  preview: ConstituencyImport;
}

function Import() {
  const nationwide = useReach().some(({ type }) => type === 'national');
  const [checked, setChecked] = useState<Checked | null>(null);
  return (
    <Page
      title={TITLE}
      context="Which senatorial district, federal and state constituency each ward belongs to"
      actions={
        <Button
          component={Link}
          to="/geographical-data/constituencies"
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          Constituencies
        </Button>
      }
    >
      {!nationwide ? (
        <Panel>
          <EmptyState title="Constituencies are imported for the whole nation">
            Only those who act nationwide import them.
          </EmptyState>
        </Panel>
      ) : checked ? (
        <Panel title={checked.fileName}>
          <ConstituencyPreview {...checked} onDiscard={() => setChecked(null)} />
        </Panel>
      ) : (
        <Panel title="File">
          <WardsFileForm onChecked={setChecked} />
        </Panel>
      )}
    </Page>
  );
}

/** Chooses a file of wards and has it checked; nothing is stored yet. */
function WardsFileForm({ onChecked }: { onChecked: (checked: Checked) => void }) {
  const { form, drop } = useImportForm({
    id: 'constituencies',
    start: {},
    maxBytes: MAX_FILE,
    body: (_, file) => ({ file }),
    request: useGeographyChange(async ({ file }: { file: File }) => {
      const text = await csvText(file);
      const preview = await importConstituencies({ text, store: false });
      return { fileName: file.name, text, preview };
    }),
    failed: 'The file could not be checked',
    onStarted: onChecked,
  });
  const columns = CONSTITUENCY_KINDS.map((kind) => KIND_COLUMNS[kind].code);
  const names = CONSTITUENCY_KINDS.map((kind) => KIND_COLUMNS[kind].name);
  return (
    <Form label="File of wards" form={form}>
      <FileDrop
        {...drop}
        inputLabel="File of wards with their constituencies"
        accept=".csv,text/csv"
        hint="A CSV file with one ward a line. You can also drop it here."
      />
      <p className="hint">
        The first line names the columns: <code className={styles.columns}>ward_code</code> (as 24-11-05) and the number
        of each constituency, <code className={styles.columns}>{columns.join(', ')}</code>; one of them is enough. Names
        are optional: <code className={styles.columns}>{names.join(', ')}</code>. Without them {KIND_WORDS.federal[1]}{' '}
        and {KIND_WORDS.state[1]} are named after their LGAs. Nothing is stored before you have seen what the file
        changes.
      </p>
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}

/** A file of the constituencies of wards: checked, looked at, imported. */
export function ConstituencyImportPage() {
  return (
    <GeographersOnly title={TITLE}>
      <Import />
    </GeographersOnly>
  );
}
