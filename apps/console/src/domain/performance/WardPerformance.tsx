import type { WardData } from '@ec/contract/dashboards/schemas';
import { useCountChoice } from '../elections/count-choice.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { useArrowKeys } from '../../lib/hooks/focus.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Figure } from '../../components/figure/Figure.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { AreaFigures } from './AreaFigures.tsx';
import { reviewPath, UNIT_STATUS, UNIT_STATUSES } from './words.ts';
import { StateTabs } from '../../components/list/StateTabs.tsx';
import styles from './performance.module.css';
import { matches, sortBy, UNIT_SORTS } from './rows.ts';
import { UnitCard } from './UnitCard.tsx';
import { UnitTable } from './UnitTable.tsx';
import { useNarrow } from './AreaParts.tsx';

const LIST = { status: '', q: '', sort: 'urgency' };

const SORTS = [
  { value: 'urgency', label: 'Not reported first' },
  { value: 'code', label: 'Code' },
  { value: 'name', label: 'Name' },
  { value: '-time', label: 'Newest first' },
  { value: '-votes', label: 'Most votes' },
];

function StatusTabs({ data, status, onStatus }: { data: WardData; status: string; onStatus: (s: string) => void }) {
  const { wardTotals } = data;
  const tabs = [
    { value: '', label: 'All', count: wardTotals.total },
    ...UNIT_STATUSES.map((value) => ({ value, label: UNIT_STATUS[value].label, count: wardTotals[value] })),
  ];
  return (
    <StateTabs
      label="Units by status"
      className={`row screen gap-4 ${styles.tabs}`}
      tabs={tabs}
      value={status}
      onChange={onStatus}
    />
  );
}

/** A ward: its figures and each of its units, first those that have not reported. */
export function WardPerformance({ data }: { data: WardData }) {
  const [{ status, q, sort }, set] = useUrlState(LIST);
  const { keep } = useCountChoice();
  const keys = useArrowKeys();
  const narrow = useNarrow();
  const { pollingUnits, wardTotals } = data;
  const found = pollingUnits.filter((unit) => (!status || unit.status === status) && (!q || matches(unit, q)));
  // A reader who may see no officers does not get "no officer" for every unit.
  const officers = pollingUnits.some(({ officerName }) => officerName !== null);
  const shown = sortBy(found, sort, UNIT_SORTS);
  return (
    <>
      <AreaFigures head={data}>
        <Figure
          label="Not reported"
          value={wardTotals.pending}
          to={reviewPath(data, data.area, 'pending')}
          note={`of ${formatCount(wardTotals.total, 'unit')}`}
        />
        <Figure
          label="Awaiting review"
          value={wardTotals.submitted}
          to={reviewPath(data, data.area, 'submitted')}
          note={`${formatNumber(wardTotals.approved)} verified`}
        />
      </AreaFigures>
      <Panel title="Polling units" note={formatCount(wardTotals.total, 'unit')} flush>
        <div className="row screen pad-10 under" role="search" aria-label="Find polling units">
          <StatusTabs data={data} status={status} onStatus={(next) => set({ status: next })} />
          <input
            type="search"
            className={styles.search}
            aria-label="Search polling units"
            placeholder="Name or code"
            maxLength={100}
            value={q}
            onChange={(event) => set({ q: event.currentTarget.value })}
          />
          <select
            aria-label="Sort by"
            className={styles.select}
            value={sort}
            onChange={(event) => set({ sort: event.currentTarget.value })}
          >
            {SORTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {shown.length === 0 ? (
          <EmptyState title={status || q ? 'No unit fits these filters.' : 'This ward has no polling units.'}>
            {status || q ? 'Choose All or clear the search.' : 'They appear once a register of places is imported.'}
          </EmptyState>
        ) : (
          <div ref={keys}>
            {narrow ? (
              <ul aria-label="Polling units">
                {shown.map((unit) => (
                  <UnitCard key={unit.id} unit={unit} keep={keep} officer={officers} />
                ))}
              </ul>
            ) : (
              <UnitTable units={shown} keep={keep} officers={officers} />
            )}
          </div>
        )}
        <div className={styles.foot} role="status">
          {(status || q) && `${formatNumber(shown.length)} of ${formatCount(pollingUnits.length, 'unit')}`}
        </div>
      </Panel>
    </>
  );
}
