import { AUDIT_PERIODS } from '@ec/contract/audit-log';
import { Button, Select } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { SearchField } from '../../components/SearchField.tsx';
import { AdvancedFilters } from './AdvancedFilters.tsx';
import styles from './audit.module.css';
import { FilterPills } from './FilterPills.tsx';
import { ADVANCED, type AuditFilters, effective, FILTERS, narrowedBy, NOTHING_NARROWED } from './filters.ts';
import { ACTION_CHOICES } from './words.ts';

const PERIOD_CHOICES = Object.entries(AUDIT_PERIODS).map(([value, label]) => ({ value, label }));

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** What the list is narrowed to, all of it in the address. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const panel = useId();
  const [open, setOpen] = useState(false);
  // New boxes with each clearing: what was typed and not sent yet goes with the old ones.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared((count) => count + 1);
    onChange(NOTHING_NARROWED);
  };
  const taken = effective(filters);
  const advanced = narrowedBy(filters).filter((name) => ADVANCED.includes(name)).length;
  const control = { input: styles.control ?? '', option: styles.control ?? '' };
  return (
    <div role="search" aria-label="Audit logs" className={styles.bar}>
      <div className={styles.row}>
        <SearchField
          key={`q${cleared}`}
          value={filters.q}
          onChange={(q) => onChange({ q })}
          placeholder="Person, place, action, resource or address"
          className={styles.search}
          inputClass={styles.control}
        />
        <Select
          label="Action"
          data={ACTION_CHOICES}
          value={taken.action}
          onChange={(action) => onChange({ action: action ?? '' })}
          allowDeselect={false}
          searchable
          // What is typed replaces the action that was chosen.
          onClick={(event) => event.currentTarget.select()}
          nothingFoundMessage="No such action"
          maxDropdownHeight={420}
          classNames={control}
        />
        <Select
          label="Period"
          data={PERIOD_CHOICES}
          value={taken.period}
          onChange={(period) => onChange({ period: period ?? FILTERS.period })}
          allowDeselect={false}
          classNames={control}
        />
        <Button
          variant="default"
          className={styles.fold ?? ''}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
        >
          {advanced > 0 ? `Advanced Filters (${advanced})` : 'Advanced Filters'}
        </Button>
      </div>
      {open && <AdvancedFilters key={cleared} id={panel} filters={filters} onChange={onChange} />}
      <FilterPills filters={filters} onChange={onChange} onClear={clear} />
    </div>
  );
}
