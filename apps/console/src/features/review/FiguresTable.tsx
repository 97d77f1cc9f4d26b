import { partyColour } from '@ec/contract/parties';
import { Swatch } from '../../components/Swatch.tsx';
import { formatNumber } from '../../lib/format.ts';
import type { FigureRow } from './figure-rows.ts';
import styles from './ReviewPage.module.css';

interface FiguresTableProps {
  rows: FigureRow[];
  /** Number of the version the differences are to; null where nothing is compared. */
  comparedTo: number | null;
}

export function FiguresTable({ rows, comparedTo }: FiguresTableProps) {
  return (
    <table className={styles.table} aria-label="Figures of the sheet">
      <tbody>
        {rows.map((row) => {
          const differs = row.other !== undefined;
          const classes = [row.strong && styles.strong, differs && styles.changed].filter(Boolean).join(' ');
          return (
            <tr key={row.label} className={classes}>
              <th scope="row">
                {row.party ? <Swatch colour={partyColour(row.party)}>{row.label}</Swatch> : row.label}
                {row.party && row.strong && (
                  <>
                    {' '}
                    <span className={styles.quiet}>leads</span>
                  </>
                )}
              </th>
              <td className={styles.n}>
                {formatNumber(row.value)}
                {differs && (
                  <div className={styles.was}>
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
