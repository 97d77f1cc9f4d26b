import type { LiveArea, LiveSummary } from '@ec/contract/live/schemas';
import { KIND_OF_ELECTION, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { ElectionType } from '@ec/contract/elections/schemas';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { Skeleton } from '@mantine/core';
import { Segmented } from '../../components/form/Segmented.tsx';
import { useMemo } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { latePart } from '../../components/page/late-part.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { basisText } from '../../domain/results/coverage.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { AreaTable } from './AreaTable.tsx';
import { partiesByVotes, TOP_PARTIES } from '../../domain/results/VoteShare.tsx';
import { AREA_WORDS, capital } from '../../domain/results/labels.ts';
import { LEVELS, levelOf } from './live-params.ts';
import type { LiveState } from './live-state.ts';

// The outlines of the states are heavier than the table, which comes first.
const StandingsMap = latePart(
  async () => (await import('./StandingsMap.tsx')).StandingsMap,
  'The map',
  <Skeleton height={420} />,
);

interface AreaPanelProps extends LiveState {
  electionType: ElectionType;
  summary: LiveSummary | undefined;
  /** All rows that the election covers. */
  areas: readonly LiveArea[] | undefined;
  stale: boolean;
  error: unknown;
  onRetry: () => unknown;
}

export const CONSTITUENCY_ROWS = 'constituency';

/** The kinds of rows that the area offers for the election; one where there is nothing to choose. */
export function rowChoices(area: LocationId, type: ElectionType): { value: string; label: string }[] {
  const level = locationType(area);
  if (level !== 'national' && level !== 'region' && level !== 'state') return [];
  const kind = KIND_OF_ELECTION[type];
  return [...LEVELS[level], ...(kind ? [{ value: CONSTITUENCY_ROWS, label: capital(KIND_WORDS[kind][1]) }] : [])];
}

/** Words for the election's constituencies where the rows are these: one, several. */
export function constituencyWords({ areaId, rows }: LiveState['state'], type: ElectionType) {
  const kind = KIND_OF_ELECTION[type];
  const chosen = rows === CONSTITUENCY_ROWS && rowChoices(areaId, type).some(({ value }) => value === rows);
  return chosen && kind ? KIND_WORDS[kind] : undefined;
}

/** Chooses the kind of rows. */
export function RowChoice({ state, set, type }: Pick<LiveState, 'state' | 'set'> & { type: ElectionType }) {
  const choices = rowChoices(state.areaId, type);
  if (choices.length < 2) return null;
  return (
    <Segmented
      size="xs"
      aria-label="Rows"
      data={choices}
      value={constituencyWords(state, type) ? CONSTITUENCY_ROWS : levelOf(state)}
      onChange={(rows) => set({ rows, sort: '' })}
    />
  );
}

/** The rows that can be drawn: states of the nation or a zone, LGAs of a state. Null where the area has none. */
function drawableRows(area: LocationId): { level: 'state' | 'lga'; rows: string } | null {
  switch (locationType(area)) {
    case 'national':
      return { level: 'state', rows: 'state' };
    case 'region':
      return { level: 'state', rows: '' };
    case 'state':
      return { level: 'lga', rows: '' };
    default:
      return null;
  }
}

/** Chooses between table and map; a map of what has no outline is one of the rows that have. */
function ShowChoice({ state, set }: Pick<LiveState, 'state' | 'set'>) {
  const drawable = drawableRows(state.areaId);
  if (!drawable) return null;
  const drawn = state.show === 'map' && levelOf(state) === drawable.rows;
  return (
    <Segmented
      size="xs"
      aria-label="Show as"
      data={[
        { value: 'table', label: 'Table' },
        { value: 'map', label: 'Map' },
      ]}
      value={drawn ? 'map' : 'table'}
      onChange={(show) => set(show === 'map' ? { show, rows: drawable.rows } : { show })}
    />
  );
}

export function AreaPanel({ electionType, summary, areas, stale, error, onRetry, ...live }: AreaPanelProps) {
  const { state, set, linkTo } = live;
  const { basis, leading, party, areaId } = state;
  const drawable = drawableRows(areaId);
  const map = state.show === 'map' && drawable && levelOf(state) === drawable.rows ? drawable.level : null;
  const type = locationType(areaId);
  const shown = areas?.filter((row) => !leading || row.leading[basis] === leading);
  const rowType = areas?.[0]?.area.type;
  const strongest = summary ? partiesByVotes(summary.parties, summary.basis[basis].votes) : [];
  const top = state.parties === 'all' ? strongest : strongest.slice(0, TOP_PARTIES);
  const codes = (party ? [party] : top).join('\n');
  // The same array while the same parties lead: rows that did not change are not drawn again.
  const columns = useMemo(() => codes.split('\n').filter(Boolean), [codes]);
  const words = rowType && AREA_WORDS[rowType];
  const title = words ? `By ${words.one}` : 'By area';
  return (
    <Panel
      flush
      title={title}
      note={
        areas &&
        shown &&
        summary &&
        `${formatNumber(shown.length)} of ${formatNumber(areas.length)} · ${basisText(summary, basis)}`
      }
      actions={
        <div className="row screen gap-6">
          <ShowChoice state={state} set={set} />
          <RowChoice state={state} set={set} type={electionType} />
          {strongest.length > TOP_PARTIES && !party && !map && (
            <Segmented
              size="xs"
              aria-label="Party columns"
              data={[
                { value: 'top', label: `Top ${TOP_PARTIES}` },
                { value: 'all', label: `All ${strongest.length} parties` },
              ]}
              value={state.parties === 'all' ? 'all' : 'top'}
              onChange={(parties) => set({ parties })}
            />
          )}
        </div>
      }
    >
      {error && !areas ? (
        <ErrorView title="The areas could not be loaded" error={error} onRetry={onRetry} />
      ) : !areas || !shown ? (
        <LoadingRows label="Loading areas" height={18} />
      ) : areas.length === 0 ? (
        <EmptyState title="Nothing lies below this area">
          {type === 'polling_unit'
            ? 'A polling unit is the last level. Its figures are above.'
            : 'The election does not cover it.'}
        </EmptyState>
      ) : map ? (
        <StandingsMap {...live} level={map} areas={shown} basis={basis} />
      ) : (
        <AreaTable
          label={`${title}, ${basis} votes`}
          areas={shown}
          parties={columns}
          basis={basis}
          sort={state.sort}
          set={set}
          linkTo={linkTo}
          stale={stale}
        />
      )}
    </Panel>
  );
}
