import { TextInput } from '@mantine/core';
import { MomentField } from '../../components/form/MomentField.tsx';
import { FilterTick } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { useDelayedText } from '../../components/list/SearchField.tsx';
import { PlacePicker } from '../../domain/places/PlacePicker.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './audit.module.css';
import { type AuditFilters, effective, ipProblem, rangeProblem } from './filters.ts';
import { PersonFilter } from './PersonFilter.tsx';
import { RESOURCE_CHOICES } from './words.ts';

interface AdvancedFiltersProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** Who, what, where, from which address and when, each kept in the address as it is chosen. */
export function AdvancedFilters({ filters, onChange }: AdvancedFiltersProps) {
  const { timezone } = useCurrentMe().system;
  const { user, system, resource, resourceId, area, from, to } = effective(filters);
  return (
    <>
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
      <PlacePicker value={area} onChange={(next) => onChange({ area: next })} />
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
      <div className={styles.more}>
        <FilterTick
          label="Only what the system did by itself"
          checked={system !== ''}
          onChange={(checked) => onChange({ system: checked ? 'true' : '', user: '' })}
        />
        <span className="hint">From and Until are in the time zone {timezone}.</span>
      </div>
    </>
  );
}

interface MomentFilterProps {
  label: string;
  placeholder: string;
  /** Date and time in the organisation's zone, as the address has them: `2026-11-21T08:00`. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** The beginning or the end of a range of time, to the minute. */
function MomentFilter({ label, placeholder, value, onChange, error }: MomentFilterProps) {
  return (
    <MomentField
      label={label}
      placeholder={placeholder}
      value={value ? value.replace('T', ' ') : null}
      onChange={(next) => onChange(next ? next.replace(' ', 'T').slice(0, 16) : '')}
      error={error}
    />
  );
}

interface TextFilterProps {
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
  /** Why a text narrows nothing. */
  problem?: (text: string) => string | undefined;
}

/** A filter that is typed in. */
function TextFilter({ label, placeholder, maxLength, value, onChange, problem }: TextFilterProps) {
  const [text, type] = useDelayedText(value, onChange);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      error={problem?.(text.trim())}
    />
  );
}
