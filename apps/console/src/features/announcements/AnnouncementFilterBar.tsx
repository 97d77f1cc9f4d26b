import { ANNOUNCEMENT_AUTHORS, ANNOUNCEMENT_EDITORS } from '@ec/contract/announcements';
import type { Role } from '@ec/contract/roles';
import { Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../../components/SearchField.tsx';
import { useCurrentMe } from '../../lib/session.ts';
import styles from './announcements.module.css';
import { type AnnouncementFilters, PRIORITY_CHOICES, showChoices, UNREAD } from './filters.ts';

interface AnnouncementFilterBarProps {
  filters: AnnouncementFilters;
  onChange: (change: Partial<AnnouncementFilters>) => void;
}

const among = (roles: readonly Role[], role: Role) => roles.includes(role);

/** What the list is narrowed to, all of it in the address. */
export function AnnouncementFilterBar({ filters, onChange }: AnnouncementFilterBarProps) {
  const { role } = useCurrentMe().user;
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState({ q: filters.q, times: 0 });
  if (filters.q !== cleared.q) setCleared({ q: filters.q, times: cleared.times + (filters.q === '' ? 1 : 0) });
  const shows = showChoices({ author: among(ANNOUNCEMENT_AUTHORS, role), editor: among(ANNOUNCEMENT_EDITORS, role) });
  const control = { input: styles.control ?? '', option: styles.control ?? '' };
  return (
    <div className={styles.filters} role="search" aria-label="Announcements">
      <SearchField
        key={cleared.times}
        value={filters.q}
        onChange={(q) => onChange({ q })}
        placeholder="Words of the title or text"
        className={styles.search}
        inputClass={styles.control}
      />
      {shows.length > 0 && (
        <Select
          label="Show"
          data={shows}
          value={shows.some(({ value }) => value === filters.show) ? filters.show : ''}
          allowDeselect={false}
          onChange={(show) => onChange({ show: show ?? '' })}
          classNames={control}
        />
      )}
      <Select
        label="Priority"
        data={PRIORITY_CHOICES}
        value={PRIORITY_CHOICES.some(({ value }) => value === filters.priority) ? filters.priority : ''}
        allowDeselect={false}
        onChange={(priority) => onChange({ priority: priority ?? '' })}
        classNames={control}
      />
      <Checkbox
        classNames={{ root: styles.unreadOnly ?? '', body: styles.choice ?? '', label: styles.touch ?? '' }}
        label="Unread only"
        checked={filters.unread === UNREAD}
        onChange={(event) => onChange({ unread: event.currentTarget.checked ? UNREAD : '' })}
      />
    </div>
  );
}
