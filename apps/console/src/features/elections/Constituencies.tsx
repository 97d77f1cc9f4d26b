import { type ConstituencyKind, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { Constituency } from '@ec/contract/constituencies/schemas';
import { Input, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormHint } from '../../components/form/Form.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { capital } from '../../domain/results/labels.ts';
import { formatCount } from '../../lib/format/format.ts';
import { constituenciesQuery } from './api.ts';

interface ConstituenciesProps {
  /** Undefined where elections of the chosen type have none. */
  kind: ConstituencyKind | undefined;
  value: string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
  disabled: boolean;
}

/** The constituencies in which the election is held, each below its state. */
export function Constituencies({ kind, ...field }: ConstituenciesProps) {
  if (kind) return <OfKind kind={kind} {...field} />;
  return <Note kind="bad">Elections of this type are not held in constituencies. Choose another coverage.</Note>;
}

function OfKind({ kind, value, onChange, error, disabled }: ConstituenciesProps & { kind: ConstituencyKind }) {
  const { data, error: failure, refetch } = useQuery(constituenciesQuery(kind));
  const [one, many] = KIND_WORDS[kind];
  if (failure && !data) {
    return <ErrorView title={`${capital(many)} could not be loaded`} error={failure} onRetry={refetch} />;
  }
  if (data?.total === 0) {
    return (
      <Note kind="info">
        No {many} are known yet. Import the constituencies of the wards on the page Geographical data first.
      </Note>
    );
  }
  const all = data?.constituencies ?? [];
  const covered = all.filter(({ id }) => value.includes(id));
  const units = covered.reduce((sum, each) => sum + each.units, 0);
  return (
    <div>
      <MultiSelect
        id="election-areas"
        label={capital(many)}
        required
        placeholder={data ? `Search ${many}` : 'Loading…'}
        data={byState(all)}
        value={value}
        onChange={onChange}
        searchable
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': `Remove all ${many}` }}
        limit={80}
        maxDropdownHeight={240}
        nothingFoundMessage="Nothing found"
        disabled={disabled}
      />
      {error && <Input.Error mt={4}>{error}</Input.Error>}
      <FormHint news>
        {covered.length > 0
          ? `Covers ${formatCount(covered.length, one, many)}, ${formatCount(units, 'polling unit')}`
          : `No ${many} chosen yet`}
      </FormHint>
    </div>
  );
}

/** Names repeat between states, so each stands below its state. */
function byState(all: readonly Constituency[]) {
  return [...Map.groupBy(all, ({ state }) => state.name)].map(([group, mine]) => ({
    group,
    items: mine.map(({ id, name }) => ({ value: id, label: name })),
  }));
}
