import { fieldNames, fieldOf, type RowFigures, sumRows } from '@ec/contract/collations/figures';
import type { CollationDetail } from '@ec/contract/collations/schemas';
import { Scrolling } from '../../../components/list/Scrolling.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { fieldWord } from '../../../domain/collations/words.ts';
import styles from './review.module.css';

/** All rows as they stand on the form, its totals, and the sums of the rows. */
export function FormFigures({ form }: { form: CollationDetail }) {
  const fields = fieldNames(form.parties);
  const sums = sumRows(form.rows, form.parties);
  const cells = (figures: RowFigures) =>
    fields.map((field) => (
      <td key={field} className={styles.n}>
        {formatNumber(fieldOf(figures, field))}
      </td>
    ));
  return (
    <Scrolling label="All figures of the form">
      <table className={styles.figures} aria-label="All figures of the form">
        <thead>
          <tr>
            <th scope="col">Place</th>
            {fields.map((field) => (
              <th key={field} scope="col" className={styles.n}>
                {fieldWord(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {form.rows.map((row) => (
            <tr key={row.childCode}>
              <th scope="row">
                {row.name} <span className="hint nowrap">{row.childCode}</span>
              </th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Totals stated</th>
            {cells(form.statedTotals)}
          </tr>
          <tr>
            <th scope="row">Sum of the rows</th>
            {cells(sums)}
          </tr>
        </tfoot>
      </table>
    </Scrolling>
  );
}
