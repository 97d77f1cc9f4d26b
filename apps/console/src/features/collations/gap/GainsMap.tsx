import type { CollationGains } from '@ec/contract/collations/gap';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { STATES } from '@ec/contract/geography/reference-data';
import { NativeSelect } from '@mantine/core';
import { Panel } from '../../../components/page/Panel.tsx';
import type { MapArea } from '../../../domain/places/map-fills.ts';
import { NigeriaMap } from '../../../domain/places/NigeriaMap.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import type { AreaChoiceState } from '../use-area-choice.tsx';
import styles from './gains.module.css';
import { notCovered, shiftLegend, shiftOf } from './shift-scale.ts';
import { tile } from '../../../lib/format/css-values.ts';

/** The party with the largest shift in any state, until the reader chooses one. */
function mostShifted({ parties, areas }: Pick<CollationGains, 'parties' | 'areas'>): string {
  const size = (party: string) => Math.max(0, ...areas.map(({ changed }) => Math.abs(changed[party] ?? 0)));
  return parties.toSorted((a, b) => size(b) - size(a))[0] ?? '';
}

/** The states by the net shift of one party; the table by place says the same in figures. */
export function GainsMap({ gains, choice }: { gains: CollationGains; choice: AreaChoiceState }) {
  const { parties } = gains;
  const party = parties.includes(choice.filters.party) ? choice.filters.party : mostShifted(gains);
  const covered = choice.election?.areas ?? [];
  const isHeldIn = (state: LocationId) => covered.some((area) => isInside(state, area) || isInside(area, state));
  const areas = STATES.map((state) => (isHeldIn(state.id) ? shiftOf(gains, state, party) : notCovered(state)));
  return (
    <Panel title="Net shift by state" note="Between our own sheets and the forms in the state, in votes">
      <div className="shelf start" style={tile(250)}>
        <NativeSelect
          label="Party on the map"
          value={party}
          data={parties}
          onChange={(event) => choice.setFilters({ party: event.currentTarget.value })}
        />
      </div>
      <HeldStates areas={areas} />
      <div className={styles.map}>
        <NigeriaMap
          label={`Net shift of ${party} by state`}
          areas={areas}
          legend={shiftLegend(areas)}
          linkTo={(code) =>
            areas.some((area) => area.code === code && area.fill !== 'blank') ? choice.link('gains', code, party) : null
          }
        />
      </div>
    </Panel>
  );
}

/** In how many states a form is held, and on demand in which none is. */
function HeldStates({ areas }: { areas: readonly MapArea[] }) {
  const covered = areas.filter(({ fill }) => fill !== 'blank');
  const without = covered.filter(({ fill }) => fill === 'stripes');
  const said = `Forms held in ${formatNumber(covered.length - without.length)} of ${formatCount(covered.length, 'state')}`;
  if (without.length === 0) return <p>{said}</p>;
  return (
    <details>
      <summary className="fold">
        {said}
        <span className="spoken">: show those without a form</span>
      </summary>
      <p className="quiet">No form yet from {without.map(({ name }) => name).join(', ')}.</p>
    </details>
  );
}
