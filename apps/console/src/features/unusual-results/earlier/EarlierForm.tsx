import { DEFAULT_PARTIES, OTHERS, PARTIES } from '@ec/contract/elections/parties';
import { ElectionType } from '@ec/contract/elections/schemas';
import { EARLIER_COLUMNS, EarlierElectionRequest, MAX_EARLIER_FILE } from '@ec/contract/unusual/earlier';
import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { DayField } from '../../../components/form/DayField.tsx';
import { FileDrop } from '../../../components/form/FileDrop.tsx';
import { FieldRow, Form, FormButtons } from '../../../components/form/Form.tsx';
import { useImportForm } from '../../../components/form/use-import-form.ts';
import { TYPES } from '../../../domain/elections/election-types.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { type EarlierValues, sendResults, useEarlier } from './earlier-api.ts';

const START: EarlierValues = {
  name: '',
  type: 'presidential',
  electionDate: '',
  parties: DEFAULT_PARTIES.filter((party) => party !== OTHERS),
};

/** What is wrong with the fields beside the file. */
function problemsOf({ name, type, electionDate, parties }: EarlierValues) {
  const parsed = EarlierElectionRequest.safeParse({ name, type, electionDate, parties });
  const issues = parsed.success ? [] : parsed.error.issues;
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());
}

/** Names an earlier election and sends the file of its results. */
export function EarlierForm({ onStarted }: { onStarted: (id: string) => void }) {
  const { form, drop } = useImportForm({
    id: 'earlier',
    start: START,
    maxBytes: MAX_EARLIER_FILE,
    check: problemsOf,
    body: (values, file, onProgress) => ({ ...values, file, onProgress }),
    request: useEarlier(sendResults),
    failed: 'The file could not be sent',
    onStarted: ({ id }) => onStarted(id),
  });
  return (
    <Form label="Results of an earlier election" form={form}>
      <TextInput label="Name of the election" required maxLength={160} {...form.field('name')} />
      <FieldRow>
        <NativeSelect
          label="Type"
          data={ElectionType.options.map((value) => ({ value, label: TYPES[value] }))}
          {...form.field('type')}
        />
        <DayField
          label="Date"
          {...form.field('electionDate')}
          onChange={(day) => form.set({ electionDate: day ?? '' })}
        />
      </FieldRow>
      <TagsInput
        label="Parties in the file"
        description={`Each has a column of its own. A column ${OTHERS} takes the votes of all others.`}
        required
        data={Object.keys(PARTIES)}
        {...form.field('parties')}
        onChange={(parties) => form.set({ parties })}
      />
      <FileDrop
        {...drop}
        inputLabel="File of results"
        accept=".csv,text/csv"
        hint={`A CSV file with one polling unit a line, up to ${formatBytes(MAX_EARLIER_FILE)}; one file may hold the nation. You can also drop it here.`}
      />
      <p className="hint breaks">
        The first line names the columns: {EARLIER_COLUMNS.join(', ')}, and the parties (
        {form.values.parties.join(', ')}
        ). {OTHERS} may be left out. unit_code is as 24-11-05-003. A party that is left blank has no votes there. Where
        registered is left blank, the unit is not compared. Nothing is stored before you decide.
      </p>
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}
