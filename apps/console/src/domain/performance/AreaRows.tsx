import type { PerformanceRow } from '@ec/contract/dashboards/schemas';
import type { LocationId, LocationType } from '@ec/contract/geography/location-id';
import { areaPath } from '../places/area-path.ts';
import { useCountChoice } from '../elections/count-choice.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { AREA_WORDS, capital } from '../results/labels.ts';
import { useArrowKeys } from '../../lib/hooks/focus.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { AreaCards } from './AreaCards.tsx';
import { AreaTable } from './AreaTable.tsx';
import { disputesPath, INSIDE, type LinkHead, uncoveredWords } from './words.ts';
import styles from './performance.module.css';
import { coveredFirst, isCovered, matches, rowSorts, sortBy } from './rows.ts';
import { useNarrow } from './AreaParts.tsx';

const LIST = { sort: '', q: '' };
/** From this many rows on the table has a search field. */
const LONG = 8;

interface AreaRowsProps {
  type: LocationType;
  rows: readonly PerformanceRow[];
  head: LinkHead;
  /** Cards also where there is room for a table. */
  cards?: boolean;
}

/** The areas below, to be sorted, searched and opened. */
export function AreaRows({ type, rows, head, cards = false }: AreaRowsProps) {
  const [{ sort, q }, set] = useUrlState(LIST);
  const { basis, keep } = useCountChoice();
  const narrow = useNarrow();
  const keys = useArrowKeys();
  const words = AREA_WORDS[type];
  const found = q ? rows.filter(({ area }) => matches(area, q)) : rows;
  const shown = coveredFirst(sortBy(found, sort, rowSorts(basis)));
  const asCards = cards || narrow;
  const links = {
    pageOf: (area: PerformanceRow['area']) => {
      const path = areaPath(area);
      return path && keep(path);
    },
    disputesOf: (area: { id: LocationId; code: string }) => disputesPath(head, area),
    uncovered: uncoveredWords(head.election),
    basis,
  };
  const covered = rows.filter(isCovered).length;
  const note = covered > 0 && covered < rows.length ? `, ${formatNumber(covered)} in this election` : '';
  const label = `${capital(words.many)}, by progress`;
  return (
    <Panel title={capital(words.many)} note={`${formatCount(rows.length, words.one, words.many)}${note}`} flush>
      {(rows.length >= LONG || asCards) && (
        <div className="row screen pad-10 under" role="search" aria-label={`Find ${words.many}`}>
          {rows.length >= LONG && (
            <input
              type="search"
              className={styles.search}
              aria-label={`Search ${words.many}`}
              placeholder={`${capital(words.one)} name or code`}
              maxLength={100}
              value={q}
              onChange={(event) => set({ q: event.currentTarget.value })}
            />
          )}
          {asCards && rows.length > 1 && <SortSelect type={type} sort={sort} onSort={(next) => set({ sort: next })} />}
        </div>
      )}
      {shown.length === 0 && (
        <EmptyState title={q ? `No ${words.one} matches your search.` : `There are no ${words.many} here.`}>
          {q ? 'Change the words or clear the search.' : 'They appear once a register of places is imported.'}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <div ref={keys}>
          {asCards ? (
            <AreaCards label={label} rows={shown} {...links} />
          ) : (
            <AreaTable
              label={label}
              type={type}
              rows={shown}
              sort={sort}
              onSort={(next) => set({ sort: next })}
              {...links}
            />
          )}
        </div>
      )}
      <div className={styles.foot} role="status">
        {q && `${formatNumber(shown.length)} of ${formatCount(rows.length, words.one, words.many)}`}
      </div>
    </Panel>
  );
}

function SortSelect({ type, sort, onSort }: { type: LocationType; sort: string; onSort: (sort: string) => void }) {
  return (
    <label className="inline middle gap-8 dim tiny">
      Sort by
      <select className={styles.select} value={sort} onChange={(event) => onSort(event.currentTarget.value)}>
        <option value="">Code</option>
        <option value="name">Name</option>
        <option value="rate">Progress, least first</option>
        <option value="-rate">Progress, most first</option>
        <option value="-complete">{capital(INSIDE[type].many)} submitted</option>
        <option value="-disputes">Disputes</option>
        <option value="-update">Last update</option>
      </select>
    </label>
  );
}
