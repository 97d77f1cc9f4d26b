import type { LocationId } from '@ec/contract/geography/location-id';
import styles from '../../domain/performance/performance.module.css';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import type { Areas } from './kinds.ts';

/** Another area shows its own election; what narrowed the list of the old one goes with it. */
const DEFAULTS = { area: '', election: '', q: '', status: '' };

/** For moderators of several areas: whose figures are shown. */
export function AreaChoice({ areas, shown }: { areas: Areas; shown: LocationId | undefined }) {
  const [, set] = useUrlState(DEFAULTS);
  if (areas.length < 2) return null;
  return (
    <select
      aria-label="Area"
      className={styles.select}
      value={areas.find(({ id }) => id === shown)?.code ?? ''}
      onChange={(event) => set({ area: event.currentTarget.value, election: '', q: '', status: '' })}
    >
      {areas.map(({ id, code, name }) => (
        <option key={id} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
