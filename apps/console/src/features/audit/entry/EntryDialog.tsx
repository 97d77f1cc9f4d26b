import type { AuditLogList } from '@ec/contract/audit/schemas';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FormFoot } from '../../../components/form/Form.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { useKeyDown } from '../../../lib/hooks/focus.ts';
import { entryQuery } from '../api.ts';
import styles from './entry.module.css';
import { ChainFacts, EntryFacts } from './EntryFacts.tsx';
import { EntryValues } from './EntryValues.tsx';
import type { AuditFilters } from '../filters.ts';
import { type Direction, useNeighbours } from './use-neighbours.ts';

const KEYS: Record<string, Direction | undefined> = { ArrowLeft: 'newer', ArrowRight: 'older' };

const DIRECTIONS = ['newer', 'older'] as const;
const LOOKS = {
  newer: { children: 'Newer entry', leftSection: <IconChevronLeft size={16} aria-hidden /> },
  older: { children: 'Older entry', rightSection: <IconChevronRight size={16} aria-hidden /> },
};

/** The left and right arrows go to the next entries, but inside something that takes them itself. */
function useStepKeys(go: (direction: Direction) => void) {
  useKeyDown((event) => {
    const direction = KEYS[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, pre')) return;
    event.preventDefault();
    go(direction);
  });
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the entry" className={styles.loading}>
      <Skeleton height={180} />
      <Skeleton height={120} />
      <Skeleton height={80} />
    </div>
  );
}

interface EntryDialogProps {
  filters: AuditFilters;
  list: AuditLogList | undefined;
  onGo: (change: Partial<AuditFilters>) => void;
  onClose: () => void;
}

/** One entry whole, with the way to its neighbours. */
export function EntryDialog({ filters, list, onGo, onClose }: EntryDialogProps) {
  const small = useMediaQuery(belowWidth('sm'));
  const entry = useQuery(entryQuery(filters.entry));
  const { atEnd, busy, go } = useNeighbours(filters, list, entry.data?.position, onGo);
  useStepKeys(go);
  return (
    <Modal
      opened
      onClose={onClose}
      title={entry.data?.actionType ?? 'Entry of the audit log'}
      size={860}
      fullScreen={small ?? false}
      centered={false}
    >
      <div className={styles.entry}>
        {entry.data ? (
          <>
            <EntryFacts entry={entry.data} />
            <EntryValues key={entry.data.id} previous={entry.data.previousValues} next={entry.data.newValues} />
            <ChainFacts entry={entry.data} />
          </>
        ) : entry.error ? (
          <ErrorView title="The entry could not be loaded" error={entry.error} onRetry={entry.refetch} />
        ) : (
          <Loading />
        )}
        <FormFoot>
          <nav aria-label="Entries beside this one" className={styles.steps}>
            {DIRECTIONS.map((direction) => (
              <Button
                key={direction}
                variant="default"
                className={styles.step ?? ''}
                disabled={atEnd[direction] || busy}
                onClick={() => go(direction)}
                {...LOOKS[direction]}
              />
            ))}
            <span className={`hint ${styles.hint}`}>Left and right arrow keys step through the entries.</span>
          </nav>
        </FormFoot>
      </div>
    </Modal>
  );
}
