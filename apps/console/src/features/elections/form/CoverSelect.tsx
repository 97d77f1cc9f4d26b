import { type ComboboxData, Input, MultiSelect } from '@mantine/core';
import { FormHint } from '../../../components/form/Form.tsx';
import { capital } from '../../../domain/results/labels.ts';
import { formatCount } from '../../../lib/format/format.ts';

export interface ChoiceProps {
  value: string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
  disabled: boolean;
}

interface CoverSelectProps extends ChoiceProps {
  words: { one: string; many: string };
  /** All that there are to choose from; undefined while they load. */
  places: readonly { value: string; units: number }[] | undefined;
  options: ComboboxData;
}

/** Chooses the places that an election covers, and says how many polling units these have. */
export function CoverSelect({ words: { one, many }, places, options, value, error, ...field }: CoverSelectProps) {
  const covered = places?.filter((place) => value.includes(place.value)) ?? [];
  const units = covered.reduce((sum, place) => sum + place.units, 0);
  return (
    <div>
      <MultiSelect
        id="election-areas"
        label={capital(many)}
        required
        placeholder={places ? `Search ${many}` : 'Loading…'}
        data={options}
        value={value}
        searchable
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': `Remove all ${many}` }}
        limit={80}
        maxDropdownHeight={240}
        nothingFoundMessage="Nothing found"
        {...field}
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
