import { ANNOUNCEMENT_AUTHORS, ANNOUNCEMENT_EDITORS } from '@ec/contract/announcements/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { known } from '../../lib/hooks/active-filters.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { type AnnouncementFilters, NOTHING_NARROWED, PRIORITY_CHOICES, showChoices, UNREAD } from './filters.ts';

interface AnnouncementFilterBarProps {
  filters: AnnouncementFilters;
  onChange: (change: Partial<AnnouncementFilters>) => void;
}

const UNREAD_ONLY = { key: 'unread', label: 'Unread only', on: UNREAD };

const among = (roles: readonly Role[], role: Role) => roles.includes(role);

/** What the list is narrowed to, and which announcements it is of. */
export function AnnouncementFilterBar({ filters, onChange }: AnnouncementFilterBarProps) {
  const { role } = useCurrentMe().user;
  const shows = showChoices({ author: among(ANNOUNCEMENT_AUTHORS, role), editor: among(ANNOUNCEMENT_EDITORS, role) });
  return (
    <FilterBar
      label="Announcements"
      placeholder="Words of the title or text"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      tick={UNREAD_ONLY}
    >
      {shows.length > 0 && (
        <FilterSelect
          label="Show"
          data={shows}
          value={known(shows, filters.show)}
          onChange={(show) => onChange({ show })}
        />
      )}
      <FilterSelect
        label="Priority"
        data={PRIORITY_CHOICES}
        value={known(PRIORITY_CHOICES, filters.priority)}
        onChange={(priority) => onChange({ priority })}
      />
    </FilterBar>
  );
}
