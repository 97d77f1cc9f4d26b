import type { Basis } from '@ec/contract/base/common';
import type { PerformanceRow } from '@ec/contract/dashboards/schemas';
import type { Coverage } from '@ec/contract/elections/schemas';
import { useMediaQuery } from '@mantine/hooks';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { coverageSegments } from '../results/coverage.ts';
import { Leader } from '../results/PartyLooks.tsx';
import styles from './performance.module.css';
import { disputeChip } from './words.ts';
import { CallLink } from '../people/CallLink.tsx';

type Area = PerformanceRow['area'];

/** Where what stands in an area's row leads, and what is said of areas without figures. */
export interface RowLinks {
  pageOf: (area: Area) => string | null;
  disputesOf: (area: Area) => string;
  uncovered: string;
  basis: Basis;
}

interface PartProps extends RowLinks {
  row: PerformanceRow;
}

export function AreaName({ row, pageOf }: PartProps) {
  return (
    <span className="strong links">
      <MayLink to={pageOf(row.area)}>{row.area.name}</MayLink>
    </span>
  );
}

export function DetailsLink({ row, pageOf }: PartProps) {
  return (
    <MayLink to={pageOf(row.area)} label={`View Details of ${row.area.name}`} className={styles.details}>
      View Details
    </MayLink>
  );
}

/** "12 of 20 complete, 6 under way": how many of the area's own parts have every unit in, and how many have some. */
export function CompleteText({ row }: { row: PerformanceRow }) {
  const { complete, started, children } = row;
  const underWay = started - complete;
  return (
    <span>
      {formatNumber(complete)} of {formatNumber(children)}{' '}
      <span className="hint">
        {row.area.type === 'ward' ? 'submitted' : 'complete'}
        {underWay > 0 && `, ${formatNumber(underWay)} under way`}
      </span>
    </span>
  );
}

interface DisputeCountProps {
  count: number;
  /** Of which they are a share. */
  reported: number;
  /** The list of them. */
  to: string;
  areaName: string;
}

/** Open disputes of an area, with the colour and the word of how large a share of its results that is. */
export function DisputeCount({ count, reported, to, areaName }: DisputeCountProps) {
  const chip = disputeChip(count, reported);
  if (count === 0) return <StatusChip {...chip} />;
  return (
    <MayLink
      to={to}
      label={`Disputes of ${areaName}: ${chip.label}`}
      className={`middle inline low ${styles.chipLink}`}
    >
      <StatusChip {...chip} />
    </MayLink>
  );
}

/** Who leads on the basis that is shown, and, where that differs, on the other. */
export function LeadingParty({ row: { leading, coverage }, basis }: Pick<PartProps, 'row' | 'basis'>) {
  const other = basis === 'verified' ? 'provisional' : 'verified';
  return (
    <span>
      <Leader party={leading[basis]} coverage={coverage} basis={basis} />
      {leading[other] !== null && leading[other] !== leading[basis] && (
        <span className="hint">
          {' '}
          {other}: {leading[other]}
        </span>
      )}
    </span>
  );
}

interface RateBarProps {
  name: string;
  /** Percent. */
  rate: number;
  coverage: Coverage;
  /** For a column whose head says what is counted. */
  short?: boolean;
}

/** Submission rate of an area with what became of the results. */
export function RateBar({ name, rate, coverage, short = false }: RateBarProps) {
  return (
    <div className={styles.rate}>
      <div className={`between start gap-0-8 ${styles.rateWords}`}>
        <strong>{formatPercent(rate / 100)}</strong>{' '}
        <span className="hint">
          {formatNumber(coverage.reported)} of {formatNumber(coverage.units)}
          {!short && ' units'}
        </span>
      </div>
      <SegmentBar label={`Results of ${name}`} segments={coverageSegments(coverage)} whole={coverage.units} />
    </div>
  );
}

interface Person {
  name: string;
  phone: string;
}

interface ContactLineProps {
  contact: Person | null;
  /** Text where no contact is known. */
  none?: string;
}

/** The contact and the number; only the name where the reader may not see the number. */
export function ContactLine({ contact, none = 'Not known' }: ContactLineProps) {
  if (!contact) return <span className="hint">{none}</span>;
  return (
    <span className={styles.contact}>
      <span>{contact.name}</span>
      {contact.phone && <CallLink person={contact} />}
    </span>
  );
}

/** True where a table of areas or units does not fit: on phones, and beside the navigation of small laptops. */
export function useNarrow(): boolean {
  const query = '(max-width: 56.25em), (min-width: 62em) and (max-width: 74em)';
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}
