import { withArticle } from '@ec/contract/base/wording';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { PLACE_FIELDS, PLACE_TITLES, type PlaceField } from '@ec/contract/users/schemas';
import { Select } from '@mantine/core';
import { useId, useState } from 'react';
import { useOptionsNear } from '../../lib/hooks/draw-later.ts';
import { levelsTo, narrowest, type Places, placesOf, type Reach, useChainNames, useReach } from './use-places.ts';
import styles from './PlaceFields.module.css';
import { PlaceSelect } from './PlaceSelect.tsx';

type ByLevel<T> = Partial<Record<PlaceField, T>>;

interface PlaceFieldsProps {
  value: Places;
  onChange: (value: Places) => void;
  /** The deepest level shown. */
  depth?: PlaceField;
  /** Levels that cannot be changed. */
  disabled?: readonly PlaceField[];
  /** Levels that must be chosen. */
  required?: readonly PlaceField[];
  labels?: ByLevel<string>;
  errors?: ByLevel<string | undefined>;
  /** Ids of the fields, for links to them. */
  ids?: ByLevel<string>;
  /** As filters among other filters: nothing chosen stands for all, and what the reader's area fixes is not shown. */
  compact?: boolean;
  /** The role whose office is given by the deepest level: places where it is taken are marked. */
  officeOf?: Role | undefined;
}

/** Which of several areas a narrowed moderator means. */
function AreaSelect(props: {
  areas: readonly Reach[];
  area: Reach | undefined;
  onChange: (id: LocationId | null) => void;
}) {
  const { areas, area, onChange } = props;
  const near = useOptionsNear();
  return (
    <div className="shrink">
      <Select
        {...near}
        label="Area"
        placeholder="Choose one of your areas"
        data={areas.map(({ id, name, type }) => ({ value: String(id), label: `${name} (${PLACE_TITLES[type]})` }))}
        value={area ? String(area.id) : null}
        onChange={(next) => onChange(next === null ? null : (Number(next) as LocationId))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Area', 'aria-hidden': false, tabIndex: 0 }}
        nothingFoundMessage="Nothing found"
        classNames={{ option: 'breaks' }}
      />
    </div>
  );
}

function Inherited({ label, name }: { label: string; name: string | undefined }) {
  const id = useId();
  return (
    <div className="tight gap-2" role="group" aria-labelledby={id}>
      <span id={id} className="small semi">
        {label}
      </span>
      <span className={styles.inheritedValue}>{name ?? '…'}</span>
      <span className="hint">From your own area</span>
    </div>
  );
}

/** Region, state, LGA, ward and polling unit, each list by what is chosen above it, below the reader's own area. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { value, onChange, depth = 'pollingUnit', disabled = [], required = [], labels, errors, ids } = props;
  const { compact = false, officeOf } = props;
  const prefix = useId();
  const areas = useReach();
  const [picked, setPicked] = useState<LocationId | null>(null);
  const chosen = narrowest(value);
  const several = areas.length > 1;
  // What is chosen says in which area it lies; an area of the whole nation leaves no trace in it, so it is remembered.
  const area = several
    ? (areas.find(({ id }) => id === picked && (chosen === null || isInside(chosen, id))) ??
      areas.find(({ id }) => chosen !== null && isInside(chosen, id)))
    : areas[0];
  const names = useChainNames(compact ? undefined : area);
  const fixed = placesOf(area?.id);
  const levels = levelsTo(depth);
  const filled = (level: PlaceField) => fixed[level] ?? value[level];

  const change = (level: PlaceField, id: LocationId | null) => {
    const above = levels[levels.indexOf(level) - 1];
    onChange(placesOf(id ?? (above && filled(above)) ?? null));
  };
  const pick = (id: LocationId | null) => {
    setPicked(id);
    onChange(placesOf(id));
  };
  return (
    <div className={compact ? styles.compact : styles.fields}>
      {several && <AreaSelect areas={areas} area={area} onChange={pick} />}
      {levels.map((level, i) => {
        const label = labels?.[level] ?? PLACE_TITLES[PLACE_FIELDS[level]];
        if (fixed[level] !== null) {
          return compact ? null : <Inherited key={level} label={label} name={names[level]} />;
        }
        const above = levels[i - 1];
        const parent = above ? filled(above) : (area?.id ?? null);
        const aboveTitle = above && (labels?.[above] ?? PLACE_TITLES[PLACE_FIELDS[above]]);
        // A filter has no room for a whole sentence.
        const first = aboveTitle && (compact ? `${aboveTitle} first` : `Choose ${article(aboveTitle)} first`);
        return (
          <PlaceSelect
            key={level}
            level={level}
            parent={parent}
            first={several && !area ? 'Choose an area first' : first}
            value={value[level]}
            onChange={(id) => change(level, id)}
            label={label}
            compact={compact}
            required={required.includes(level)}
            disabled={disabled.includes(level)}
            error={errors?.[level]}
            officeOf={level === depth ? officeOf : undefined}
            id={ids?.[level] ?? `${prefix}${level}`}
          />
        );
      })}
      {areas.length === 0 && !compact && (
        <div role="status">You are not assigned to an area, so no place can be chosen.</div>
      )}
    </div>
  );
}

const article = (title: string) => withArticle(title === 'LGA' ? title : title.toLowerCase());
