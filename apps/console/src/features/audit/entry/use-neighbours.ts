import type { AuditLogList } from '@ec/contract/audit/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyError } from '../../../lib/hooks/notify.ts';
import { auditLogsQuery } from '../api.ts';
import { type AuditFilters, NEWEST_PAGE } from '../filters.ts';

export type Direction = 'newer' | 'older';

interface Neighbours {
  /** True where the way there is known to end. */
  atEnd: Record<Direction, boolean>;
  busy: boolean;
  go: (direction: Direction) => void;
}

/**
 * The entries before and after the open one, as the filters let them through: on the page that is shown, and beyond its ends on
 * the next one, which is then shown behind the dialog.
 */
export function useNeighbours(
  filters: AuditFilters,
  list: AuditLogList | undefined,
  position: number | undefined,
  onGo: (change: Partial<AuditFilters>) => void,
): Neighbours {
  const queryClient = useQueryClient();
  const [ends, setEnds] = useState<{ position: number | undefined; direction: Direction } | null>(null);
  const [busy, setBusy] = useState(false);
  const entries = list?.entries ?? [];
  const index = entries.findIndex(({ id }) => String(id) === filters.entry);
  const beside = (direction: Direction) => (index < 0 ? undefined : entries[index + (direction === 'newer' ? -1 : 1)]);
  const isEnd = (direction: Direction) =>
    !beside(direction) &&
    ((index >= 0 && list?.[direction] === null) ||
      position === undefined ||
      (ends?.position === position && ends.direction === direction));

  const turnPage = async (direction: Direction, from: number) => {
    setBusy(true);
    try {
      // A search looks through the log in stretches, so a page can be empty and yet have more beyond it.
      for (let place: number | null = from; place !== null; ) {
        const page = { ...NEWEST_PAGE, [direction === 'newer' ? 'after' : 'before']: String(place) };
        const turned: AuditLogList = await queryClient.fetchQuery(auditLogsQuery({ ...filters, ...page }));
        const next = direction === 'newer' ? turned.entries.at(-1) : turned.entries[0];
        if (next) {
          onGo({ ...page, entry: String(next.id) });
          return;
        }
        place = turned[direction];
      }
      setEnds({ position, direction });
    } catch (error) {
      notifyError(error, 'The next entry could not be loaded');
    } finally {
      setBusy(false);
    }
  };

  return {
    atEnd: { newer: isEnd('newer'), older: isEnd('older') },
    busy,
    go: (direction) => {
      const next = beside(direction);
      if (next) onGo({ entry: String(next.id) });
      else if (!busy && !isEnd(direction) && position !== undefined) void turnPage(direction, position);
    },
  };
}
