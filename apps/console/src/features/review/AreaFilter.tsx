import { ancestorOf, codeOf, type LocationId, type LocationType, locationIdOf } from '@ec/contract/location-id';
import { useQuery } from '@tanstack/react-query';
import { areasQuery } from './api.ts';
import styles from './review.module.css';

const LEVELS = ['region', 'state', 'lga', 'ward'] as const;
type Level = (typeof LEVELS)[number];
const LABELS: Record<Level, string> = { region: 'Region', state: 'State', lga: 'LGA', ward: 'Ward' };
const ALL: Record<Level, string> = { region: 'All regions', state: 'All states', lga: 'All LGAs', ward: 'All wards' };

/** The levels below the person's own area. */
function levelsBelow(type: LocationType): Level[] {
  return LEVELS.slice(LEVELS.findIndex((level) => level === type) + 1);
}

/** The code of the chosen area's ancestor of a kind, '' where it lies above it. */
function codeAt(area: LocationId | undefined, level: Level): string {
  const id = area && ancestorOf(area, level);
  return id ? codeOf(id) : '';
}

interface AreaFilterProps {
  scope: { type: LocationType; locationId: LocationId };
  /** Code of the chosen area, '' for the whole of one's own. */
  value: string;
  onChange: (code: string) => void;
}

/** Narrows the list to a region, state, LGA or ward below one's own area, each list by what is chosen above it. */
export function AreaFilter({ scope, value, onChange }: AreaFilterProps) {
  const chosen = locationIdOf(value);
  return levelsBelow(scope.type).map((level, i, levels) => {
    const above = levels[i - 1];
    const parent = above ? codeAt(chosen, above) : scope.type === 'national' ? '' : codeOf(scope.locationId);
    // There are few enough regions and states for all of them to stand in one list.
    const open = level === 'region' || level === 'state' || parent !== '';
    return (
      <AreaSelect
        key={level}
        level={level}
        parent={parent || null}
        open={open}
        value={codeAt(chosen, level)}
        onChange={(code) => onChange(code || (above ? codeAt(chosen, above) : ''))}
      />
    );
  });
}

interface AreaSelectProps {
  level: Level;
  parent: string | null;
  open: boolean;
  value: string;
  onChange: (code: string) => void;
}

function AreaSelect({ level, parent, open, value, onChange }: AreaSelectProps) {
  const areas = useQuery({ ...areasQuery(level, parent), enabled: open });
  const locations = open ? (areas.data?.locations ?? []) : [];
  return (
    <label className={styles.field}>
      {LABELS[level]}
      <select
        className={styles.select}
        value={value}
        disabled={!open}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{ALL[level]}</option>
        {value && !locations.some(({ code }) => code === value) && <option value={value}>{value}</option>}
        {locations.map(({ id, code, name }) => (
          <option key={id} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
