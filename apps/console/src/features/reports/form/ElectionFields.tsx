import type { Election } from '@ec/contract/elections/schemas';
import { Radio, Select } from '@mantine/core';
import { formatDay } from '../../../lib/format/format.ts';
import styles from './report-form.module.css';
import { fieldId } from './report-form.ts';
import type { ReportForm } from './use-report-form.ts';

interface ElectionFieldsProps {
  form: ReportForm;
  /** Those that have results; undefined while they load. */
  elections: readonly Election[] | undefined;
  /** What the election is compared with is asked too. */
  compares: boolean;
}

const optionOf = ({ id, name, electionDate }: Election) => ({
  value: id as string,
  label: `${name}, ${formatDay(electionDate)}`,
});

/** The election that a report is about, and what it is compared with. */
export function ElectionFields({ form, elections, compares }: ElectionFieldsProps) {
  const { values, set, problems } = form;
  const choice = (field: string, label: string, value: string, onChange: (id: string) => void, not?: string) => (
    <Select
      id={fieldId(field)}
      label={label}
      required
      searchable
      placeholder={elections ? 'Choose an election' : 'Loading…'}
      data={(elections ?? []).filter(({ id }) => id !== not).map(optionOf)}
      value={value || null}
      allowDeselect={false}
      onChange={(id) => id && onChange(id)}
      nothingFoundMessage="Nothing found"
      error={problems[field]}
    />
  );
  return (
    <>
      {choice('election_id', 'Election', values.election, (election) => set({ election, constituency: '' }))}
      {compares && (
        <Radio.Group
          label="Compare with"
          value={values.compareWith}
          onChange={(next) => set({ compareWith: next === 'election' ? 'election' : 'counts' })}
        >
          <div className={styles.radios}>
            <Radio value="counts" label="The other count of this election: official against grassroots" />
            <Radio value="election" label="Another election" />
          </div>
        </Radio.Group>
      )}
      {compares &&
        values.compareWith === 'election' &&
        choice(
          'other_election_id',
          'Other election',
          values.otherElection,
          (otherElection) => set({ otherElection }),
          values.election,
        )}
    </>
  );
}
