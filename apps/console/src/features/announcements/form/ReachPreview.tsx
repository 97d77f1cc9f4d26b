import type { ReachRequest } from '@ec/contract/announcements/schemas';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { roleTitle } from '../../../domain/people/person-text.ts';
import styles from './form.module.css';
import { reachQuery } from '../api.ts';

const PAUSE_MS = 400;

/** How many people the announcement would reach now, in all and by role. */
export function ReachPreview({ audience }: { audience: ReachRequest }) {
  const key = JSON.stringify(audience);
  const [settled] = useDebouncedValue(key, PAUSE_MS);
  const query = useQuery({ ...reachQuery(JSON.parse(settled) as ReachRequest), placeholderData: keepPreviousData });
  const { data, error } = query;
  const outdated = settled !== key || query.isPlaceholderData;
  const some = data?.byRole.filter(({ people }) => people > 0) ?? [];
  return (
    <div className={styles.reach} aria-busy={outdated}>
      {data && !error ? (
        <div className={outdated ? 'pale' : undefined}>
          <strong role="status">
            {data.people === 0 ? 'Reaches no user now' : `Reaches ${formatCount(data.people, 'person', 'people')}`}
          </strong>
          {data.people === 0 && <p className="hint">No active user has these roles in these places.</p>}
          {some.length > 0 && (
            <ul className={styles.byRole}>
              {some.map(({ role, people }) => (
                <li key={role}>
                  {roleTitle(role)} <span className="bold">{formatNumber(people)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : error ? (
        <>
          <span>How many people it reaches could not be counted: {errorMessage(error)}</span>
          <Button variant="subtle" size="xs" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </>
      ) : (
        'Counting whom it reaches…'
      )}
    </div>
  );
}
