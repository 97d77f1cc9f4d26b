import type { Election, FollowKind } from '@ec/contract/elections/schemas';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FieldRow } from '../../../components/form/Form.tsx';
import { formatDay } from '../../../lib/format/format.ts';
import { followedQuery } from '../api.ts';
import type { ElectionValues } from './form-model.ts';
import { FOLLOW_WORDS } from '../labels.ts';

interface FollowsFieldProps {
  form: {
    values: Pick<ElectionValues, 'followsAs' | 'follows' | 'type'>;
    errors: Record<string, string | undefined>;
    set: (change: Partial<Pick<ElectionValues, 'followsAs' | 'follows'>>, ...others: string[]) => void;
    fieldId: (field: string) => string;
  };
  /** The election that is edited: it does not follow itself. */
  election: Election | null;
}

const KINDS = [
  { value: '', label: 'An election of its own' },
  ...Object.entries(FOLLOW_WORDS).map(([value, label]) => ({ value, label: `${label} another election` })),
];

/** Whether the election repeats another one, and which. */
export function FollowsField({ form, election }: FollowsFieldProps) {
  const { followsAs, follows, type } = form.values;
  return (
    <FieldRow>
      <Select
        label="This is"
        data={KINDS}
        allowDeselect={false}
        value={followsAs}
        onChange={(as) => form.set({ followsAs: (as ?? '') as FollowKind | '' }, 'follows')}
        error={followsAs === '' ? form.errors['follows'] : undefined}
      />
      {followsAs !== '' && (
        <Followed
          id={form.fieldId('follows')}
          label={FOLLOW_WORDS[followsAs]}
          type={type}
          self={election?.id}
          value={follows}
          error={form.errors['follows']}
          onChange={(id) => form.set({ follows: id })}
        />
      )}
    </FieldRow>
  );
}

interface FollowedProps {
  id: string;
  label: string;
  type: string;
  self: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** Elections of the same type, newest first. */
function Followed({ id, label, type, self, value, error, onChange }: FollowedProps) {
  const { data } = useQuery(followedQuery);
  const known = data?.elections.filter((one) => one.type === type && one.id !== self) ?? [];
  return (
    <Select
      id={id}
      label={label}
      required
      searchable
      placeholder={data ? 'Choose an election' : 'Loading…'}
      nothingFoundMessage="No election of this type"
      data={known.map((one) => ({ value: one.id, label: `${one.name} (${formatDay(one.electionDate)})` }))}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      error={error}
    />
  );
}
