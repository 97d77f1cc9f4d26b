import type { LiveArea } from '@ec/contract/live/schemas';
import { Table } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';
import { formatNumber, formatShare } from '../../lib/format/format.ts';
import { Changing } from '../../components/page/Changing.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import type { Basis } from '@ec/contract/base/common';
import { areaChange, type LiveState } from './live-state.ts';
import styles from './live.module.css';
import { Leader } from '../../domain/results/Leader.tsx';
import { uncountedText } from '../../domain/results/uncounted.ts';

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

/** None is calm, one or two are to be looked at, more are a problem. */
export function disputedTone(count: number): Tone {
  if (count === 0) return 'ok';
  return count <= 2 ? 'wait' : 'bad';
}

/** Rows are many and most stay as they were from one reading to the next. */
export const AreaRow = memo(function AreaRow({ row, index, parties, basis, linkTo, withCode }: AreaRowProps) {
  const { coverage } = row;
  const totals = row[basis];
  const uncounted = uncountedText(coverage, basis);
  /** A dash where nothing counts yet: no votes are known, which is not zero votes. */
  const figure = (votes: number) => (uncounted === null ? formatNumber(votes) : '–');
  return (
    <Table.Tr aria-rowindex={index}>
      <Table.Th scope="row">
        <Name row={row} linkTo={linkTo} />
        {withCode && <span className={styles.code}> {row.area.code}</span>}
      </Table.Th>
      <Table.Td>
        {/* A unit says why in its status. */}
        {uncounted !== null && row.area.type === 'polling_unit' ? (
          '–'
        ) : (
          <Leader party={row.leading[basis]} coverage={coverage} basis={basis} />
        )}
      </Table.Td>
      {parties.map((party) => (
        <Table.Td key={party} data-numeric>
          <Changing value={totals.votes[party] ?? 0}>{figure(totals.votes[party] ?? 0)}</Changing>
        </Table.Td>
      ))}
      {row.area.type === 'polling_unit' ? (
        <Table.Td>
          {row.status ? <StatusChip {...RESULT_STATUS[row.status]} /> : <StatusChip tone="off" label="Not reported" />}
        </Table.Td>
      ) : (
        <Table.Td data-numeric title={`${formatNumber(coverage.reported)} of ${formatNumber(coverage.units)} units`}>
          <Changing value={coverage.reported}>{formatShare(coverage.reported, coverage.units)}</Changing>
        </Table.Td>
      )}
      <Table.Td data-numeric>
        <StatusChip tone={disputedTone(coverage.disputed)} label={formatNumber(coverage.disputed)} />
      </Table.Td>
      <Table.Td data-numeric>
        <Changing value={totals.totalVotes}>{figure(totals.totalVotes)}</Changing>
      </Table.Td>
    </Table.Tr>
  );
});

function Name({ row, linkTo }: Pick<AreaRowProps, 'row' | 'linkTo'>) {
  const { area, resultId } = row;
  if (area.type !== 'polling_unit') return <Link to={linkTo(areaChange(area.id))}>{area.name}</Link>;
  return resultId ? <Link to={`/review/${resultId}`}>{area.name}</Link> : <span>{area.name}</span>;
}
