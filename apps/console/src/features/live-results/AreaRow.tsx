import { partyColour, type PartyLook } from '@ec/contract/elections/parties';
import { uncountedText } from '@ec/contract/live/counted';
import { validVotes } from '@ec/contract/results/sheet';
import type { LiveArea } from '@ec/contract/live/schemas';
import { type CSSProperties, memo } from 'react';
import { Link } from 'react-router';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';
import { formatNumber, formatShare } from '../../lib/format/format.ts';
import { Changing } from '../../components/page/Changing.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import type { Basis } from '@ec/contract/base/common';
import { DISPUTED_SHARE, disputeRate } from '../../domain/results/coverage.ts';
import { areaChange } from './live-params.ts';
import type { LiveState } from './live-state.ts';
import styles from './live.module.css';
import { Leader, usePartyLooks } from '../../domain/results/PartyLooks.tsx';

interface AreaRowProps {
  row: LiveArea;
  parties: readonly string[];
  basis: Basis;
  linkTo: LiveState['linkTo'];
  /** Its number among all rows of the table, where not all are drawn. */
  index?: number | undefined;
  /** True where the name alone may be another's too. */
  withCode: boolean;
}

/** None is calm, few are to be looked at, a conspicuous share is a problem. */
export function disputedTone(coverage: LiveArea['coverage']): Tone {
  if (coverage.disputed === 0) return 'ok';
  return disputeRate(coverage) <= DISPUTED_SHARE ? 'wait' : 'bad';
}

/** 2 (4.0%): how many, and their share of what is reported. */
export function disputedText({ disputed, reported }: Pick<LiveArea['coverage'], 'disputed' | 'reported'>): string {
  return disputed === 0 ? '0' : `${formatNumber(disputed)} (${formatShare(disputed, reported)})`;
}

/** The party's share of the row's valid votes, drawn below its figure; nothing where there are none. */
function barOf(
  party: string,
  votes: number | undefined,
  valid: number,
  looks: readonly PartyLook[],
): CSSProperties | undefined {
  if (!votes || valid === 0) return undefined;
  return { '--share': `${(votes / valid) * 100}%`, '--party': partyColour(party, looks) } as CSSProperties;
}

/** Rows are many and most stay as they were from one reading to the next. */
export const AreaRow = memo(function AreaRow({ row, index, parties, basis, linkTo, withCode }: AreaRowProps) {
  const { coverage } = row;
  const totals = row[basis];
  const valid = validVotes(totals.votes);
  const looks = usePartyLooks();
  const uncounted = uncountedText(coverage, basis);
  /** A dash where nothing counts yet: no votes are known, which is not zero votes. */
  const figure = (votes: number) => (uncounted === null ? formatNumber(votes) : '–');
  return (
    <tr aria-rowindex={index}>
      <th scope="row">
        <Name row={row} linkTo={linkTo} />
        {withCode && <span className="hint regular"> {row.area.code}</span>}
      </th>
      <td>
        {/* A unit says why in its status. */}
        {uncounted !== null && row.area.type === 'polling_unit' ? (
          '–'
        ) : (
          <Leader party={row.leading[basis]} coverage={coverage} basis={basis} />
        )}
      </td>
      {parties.map((party) => (
        <td
          key={party}
          data-numeric
          className={styles.shareCell}
          style={barOf(party, totals.votes[party], valid, looks)}
        >
          <Changing value={totals.votes[party] ?? 0}>{figure(totals.votes[party] ?? 0)}</Changing>
        </td>
      ))}
      {row.area.type === 'polling_unit' ? (
        <td>
          {row.status ? <StatusChip {...RESULT_STATUS[row.status]} /> : <StatusChip tone="off" label="Not reported" />}
        </td>
      ) : (
        <td data-numeric title={`${formatNumber(coverage.reported)} of ${formatNumber(coverage.units)} units`}>
          <Changing value={coverage.reported}>{formatShare(coverage.reported, coverage.units)}</Changing>
        </td>
      )}
      <td data-numeric>
        <StatusChip tone={disputedTone(coverage)} label={disputedText(coverage)} />
      </td>
      <td data-numeric>
        <Changing value={totals.totalVotes}>{figure(totals.totalVotes)}</Changing>
      </td>
    </tr>
  );
});

function Name({ row, linkTo }: Pick<AreaRowProps, 'row' | 'linkTo'>) {
  const { area, resultId } = row;
  if (area.type !== 'polling_unit') return <Link to={linkTo(areaChange(area.id))}>{area.name}</Link>;
  return resultId ? <Link to={`/review/${resultId}`}>{area.name}</Link> : <span>{area.name}</span>;
}
