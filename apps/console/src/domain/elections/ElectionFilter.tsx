import { useQuery } from '@tanstack/react-query';
import { resultElectionsQuery } from './result-elections.ts';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';

interface ElectionFilterProps {
  /** Id of the election; empty for all. */
  value: string;
  onChange: (election: string) => void;
}

/** The election in words for a chip; undefined while none is chosen. */
export function useElectionChip(value: string): { title: string; value: string } | undefined {
  const elections = useQuery({ ...resultElectionsQuery, enabled: value !== '' }).data ?? [];
  if (value === '') return undefined;
  return { title: 'Election', value: elections.find(({ id }) => id === value)?.name ?? value };
}

/** Which election's entries a list is narrowed to. */
export function ElectionFilter({ value, onChange }: ElectionFilterProps) {
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const data = [
    { value: '', label: 'All elections' },
    ...elections.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return <FilterSelect wide label="Election" data={data} value={value} onChange={onChange} />;
}
