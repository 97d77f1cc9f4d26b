import { AUDIT_PERIODS } from '@ec/contract/audit/schemas';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { AdvancedFilters } from './AdvancedFilters.tsx';
import styles from './audit.module.css';
import { FilterPills } from './FilterPills.tsx';
import { ADVANCED, type AuditFilters, effective, narrowedBy, NOTHING_NARROWED } from './filters.ts';
import { ACTION_CHOICES } from './words.ts';

const CHOICES = [
  { key: 'action', label: 'Action', data: ACTION_CHOICES, searchable: true },
  {
    key: 'period',
    label: 'Period',
    data: Object.entries(AUDIT_PERIODS).map(([value, label]) => ({ value, label })),
  },
];

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
  const advanced = narrowedBy(filters).filter((name) => ADVANCED.includes(name)).length;
  return (
    <FilterBar
      label="Audit logs"
      placeholder="Person, place, action or address"
      filters={effective(filters)}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      onClear={() => setCleared((count) => count + 1)}
      choices={CHOICES}
      below={
        <>
          {open && <AdvancedFilters key={cleared} id={panel} filters={filters} onChange={onChange} />}
          <FilterPills filters={filters} onChange={onChange} />
        </>
      }
    >
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
    </FilterBar>
  );
}
