import type { ResultVersion } from '@ec/contract/results/schemas';
import { Note } from '../../components/page/Note.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import type { FigureRow } from './figure-rows.ts';
import styles from './FiguresTable.module.css';
import { isGrave } from './labels.ts';
import { PartyInFull, PartySwatch } from './PartyLooks.tsx';

interface FiguresTableProps {
  rows: FigureRow[];
  /** Number of the version the differences are to; null where nothing is compared. */
  comparedTo: number | null;
}

/** The figures of one version in the order of the paper. */
export function FiguresTable({ rows, comparedTo }: FiguresTableProps) {
  return (
    <table className={`table ${styles.table}`} aria-label="Figures of the sheet">
      <tbody>
        {rows.map((row) => {
          const differs = row.other !== undefined;
          const classes = [row.strong && 'heavy', differs && styles.changed].filter(Boolean).join(' ');
          return (
            <tr key={row.label} className={classes}>
              <th scope="row">
                {row.party ? <PartySwatch party={row.party}>{row.label}</PartySwatch> : row.label}
                {row.party && row.strong && (
                  <>
                    {' '}
                    <span className="quiet">leads</span>
                  </>
                )}
                {row.party && <PartyInFull party={row.party} />}
              </th>
              <td className={styles.n}>
                {formatNumber(row.value)}
                {differs && (
                  <div className="tiny old regular">
                    version {comparedTo}: {formatNumber(row.other)}
                  </div>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Each failed check with its arithmetic, above the figures that it concerns. */
export function FailedChecks({ version }: { version: Pick<ResultVersion, 'flags'> }) {
  return version.flags.map((flag) => (
    <Note key={flag.code} kind={isGrave(flag) ? 'bad' : 'warn'}>
      <strong>{flag.message}</strong>
      <div>{flag.arithmetic}</div>
    </Note>
  ));
}
