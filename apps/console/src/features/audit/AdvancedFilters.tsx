import { locationIdOf } from '@ec/contract/location-id';
import { Checkbox, Select } from '@mantine/core';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { useCurrentMe } from '../../lib/session.ts';
import { narrowest, placeReference, type Places, placesOf, useFixedPlaces } from '../../lib/use-places.ts';
import styles from './audit.module.css';
import { type AuditFilters, effective, ipProblem, rangeProblem } from './filters.ts';
import { MomentFilter } from './MomentFilter.tsx';
import { PersonFilter } from './PersonFilter.tsx';
import { TextFilter } from './TextFilter.tsx';
import { RESOURCE_CHOICES } from './words.ts';

interface AdvancedFiltersProps {
  id: string;
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** Who, what, where, from which address and when, each kept in the address as it is chosen. */
export function AdvancedFilters({ id, filters, onChange }: AdvancedFiltersProps) {
  const { timezone } = useCurrentMe().system;
  const own = narrowest(useFixedPlaces());
  const { user, system, resource, resourceId, area, from, to } = effective(filters);
  const changePlace = (places: Places) => {
    const place = narrowest(places);
    onChange({ area: place === null || place === own ? '' : placeReference(place) });
  };
  return (
    <div id={id} role="group" aria-label="Advanced filters" className={styles.advanced}>
      <div className={styles.fields}>
        <PersonFilter value={user} disabled={system !== ''} onChange={(next) => onChange({ user: next })} />
        <Select
          label="Resource"
          placeholder="All resources"
          data={RESOURCE_CHOICES}
          value={resource || null}
          onChange={(next) => onChange({ resource: next ?? '' })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Resource', 'aria-hidden': false, tabIndex: 0 }}
          nothingFoundMessage="Nothing found"
          classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
        />
        <TextFilter
          label="Resource ID"
          placeholder="The whole of it"
          maxLength={80}
          value={resourceId}
          onChange={(next) => onChange({ resourceId: next })}
        />
        <TextFilter
          label="IP address"
          placeholder="10.1.2.3, or 10.1."
          maxLength={45}
          value={filters.ip}
          onChange={(next) => onChange({ ip: next })}
          problem={ipProblem}
        />
        <PlaceFields compact value={placesOf(locationIdOf(area))} onChange={changePlace} />
        <MomentFilter
          label="From"
          placeholder="The beginning"
          value={from}
          onChange={(next) => onChange({ from: next })}
        />
        <MomentFilter
          label="Until"
          placeholder="Now"
          value={to}
          onChange={(next) => onChange({ to: next })}
          error={rangeProblem({ from, to })}
        />
      </div>
      <div className={styles.more}>
        <Checkbox
          label="Only what the system did by itself"
          checked={system !== ''}
          onChange={(event) => onChange({ system: event.currentTarget.checked ? 'true' : '', user: '' })}
          classNames={{ root: styles.check ?? '' }}
        />
        <span className={styles.quiet}>From and Until are in the time zone {timezone}.</span>
      </div>
    </div>
  );
}
