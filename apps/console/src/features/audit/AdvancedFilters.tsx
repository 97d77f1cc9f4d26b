import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { FilterTick } from '../../components/list/FilterTick.tsx';
import { PlaceFilter } from '../../domain/places/PlaceFilter.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
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
  const { user, system, resource, resourceId, area, from, to } = effective(filters);
  return (
    <div id={id} role="group" aria-label="Advanced filters" className={styles.advanced}>
      <div className={styles.fields}>
        <PersonFilter value={user} disabled={system !== ''} onChange={(next) => onChange({ user: next })} />
        <FilterSelect
          label="Resource"
          data={[{ value: '', label: 'All resources' }, ...RESOURCE_CHOICES]}
          value={resource}
          onChange={(next) => onChange({ resource: next })}
          searchable
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
        <PlaceFilter value={area} onChange={(next) => onChange({ area: next })} />
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
        <FilterTick
          label="Only what the system did by itself"
          checked={system !== ''}
          onChange={(checked) => onChange({ system: checked ? 'true' : '', user: '' })}
        />
        <span className="hint">From and Until are in the time zone {timezone}.</span>
      </div>
    </div>
  );
}
