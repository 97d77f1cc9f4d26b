import { locationIdOf } from '@ec/contract/geography/location-id';
import { useQuery } from '@tanstack/react-query';
import { inZone } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { FilterChips } from '../../components/list/FilterBar.tsx';
import { placeQuery } from '../../domain/places/use-places.ts';
import { personQuery } from './api.ts';
import { type AuditFilters, effective, FILTERS, type ListFilter, momentOf, narrowedBy, periodWord } from './filters.ts';
import { resourceWord } from './words.ts';

const TITLES: Record<ListFilter, string> = {
  q: 'Search',
  action: 'Action',
  period: 'Period',
  user: 'User',
  system: 'By',
  resource: 'Resource',
  resourceId: 'Resource ID',
  area: 'Area',
  ip: 'IP address',
  from: 'From',
  to: 'Until',
};

interface FilterPillsProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

function PersonName({ id }: { id: string }) {
  return useQuery(personQuery(id)).data?.name ?? id;
}

function PlaceName({ reference }: { reference: string }) {
  const id = locationIdOf(reference);
  const place = useQuery({ ...placeQuery(id ?? (0 as NonNullable<typeof id>)), enabled: id !== undefined });
  return place.data ? `${place.data.name} (${place.data.code})` : reference;
}

function Value({ name, filters }: { name: ListFilter; filters: AuditFilters }) {
  const { dateFormat } = useCurrentMe().system;
  const value = filters[name];
  switch (name) {
    case 'period':
      return periodWord(value);
    case 'user':
      return <PersonName id={value} />;
    case 'system':
      return 'The system';
    case 'resource':
      return resourceWord(value);
    case 'area':
      return <PlaceName reference={value} />;
    case 'from':
    case 'to':
      return inZone(momentOf(value)).format(`${dateFormat} HH:mm`);
    default:
      return value;
  }
}

/** What the list is narrowed to, each part with the way to drop it. */
export function FilterPills({ filters, onChange }: FilterPillsProps) {
  const taken = effective(filters);
  const chips = narrowedBy(filters).map((name) => ({
    key: name,
    title: TITLES[name],
    value: <Value name={name} filters={taken} />,
  }));
  return <FilterChips chips={chips} onDrop={(key) => onChange({ [key]: FILTERS[key as ListFilter] })} />;
}
