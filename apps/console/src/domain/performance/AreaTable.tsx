import type { PerformanceRow } from '@ec/contract/dashboards/schemas';
import type { LocationType } from '@ec/contract/geography/location-id';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { Scrolling } from '../../components/list/Scrolling.tsx';
import { AREA_WORDS, capital } from '../results/labels.ts';
import { TimeText } from '../../components/figure/TimeText.tsx';
import {
  AreaName,
  CompleteText,
  ContactLine,
  DetailsLink,
  DisputeCount,
  LeadingParty,
  RateBar,
  type RowLinks,
} from './AreaParts.tsx';
import styles from './performance.module.css';
import { isCovered, showsHolders } from './rows.ts';
import { HOLDER, INSIDE } from './words.ts';

interface AreaTableProps extends RowLinks {
  label: string;
  type: LocationType;
  rows: readonly PerformanceRow[];
  sort: string;
  onSort: (sort: string) => void;
}

interface HeaderProps {
  name: string;
  by?: string;
  sort: string;
  onSort: (sort: string) => void;
}

function Header({ name, by, sort, onSort }: HeaderProps) {
  if (!by) return <th scope="col">{name}</th>;
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  // The first press brings names in the order of the alphabet, and of figures the largest to the top.
  const first = by === 'name' ? by : `-${by}`;
  const second = by === 'name' ? `-${by}` : by;
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className={`line plain gap-4 left same low ${styles.sort}`}
        onClick={() => onSort(sort === first ? second : first)}
      >
        {name}
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}

/** Progress, complete, disputes, leading party and last update. */
const STANDING = 5;

function StandingCells({ row, disputesOf, basis }: { row: PerformanceRow } & RowLinks) {
  return (
    <>
      <td>
        <RateBar name={row.area.name} rate={row.submissionRate} coverage={row.coverage} short />
      </td>
      <td>
        <CompleteText row={row} />
      </td>
      <td>
        <DisputeCount
          count={row.disputes}
          reported={row.coverage.reported}
          to={disputesOf(row.area)}
          areaName={row.area.name}
        />
      </td>
      <td>
        <LeadingParty row={row} basis={basis} />
      </td>
      <td>{row.lastUpdate ? <TimeText moment={row.lastUpdate} /> : <span className="hint">None</span>}</td>
    </>
  );
}

/** Areas one below the other, each with how far it has come, what is in dispute, who leads and whom to call. */
export function AreaTable({ label, type, rows, sort, onSort, ...links }: AreaTableProps) {
  const head = { sort, onSort };
  const holders = showsHolders(rows);
  return (
    <Scrolling label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <Header {...head} name={capital(AREA_WORDS[type].one)} by="name" />
            <Header {...head} name="Progress" by="rate" />
            <Header {...head} name={`${capital(INSIDE[type].many)} submitted`} by="complete" />
            <Header {...head} name="Disputes" by="disputes" />
            <Header {...head} name="Leading party" by="leading" />
            <Header {...head} name="Last update" by="update" />
            {holders && <Header {...head} name={HOLDER[type]} />}
            <th scope="col">
              <span className="spoken">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.area.id}>
              <th scope="row" data-place>
                <AreaName row={row} {...links} />
              </th>
              {isCovered(row) ? (
                <StandingCells row={row} {...links} />
              ) : (
                <td colSpan={STANDING} className="hint">
                  {links.uncovered}
                </td>
              )}
              {holders && (
                <td>
                  <ContactLine contact={row.contact} />
                </td>
              )}
              <td>
                <DetailsLink row={row} {...links} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
