import { Link } from 'react-router';
import { type Measure, MEASURES, type Reading } from './measures.ts';
import styles from './parts.module.css';

interface StatesTableProps {
  label: string;
  readings: readonly Reading[];
  measure: Measure;
  /** Absent for the one that only screen readers find. */
  linkTo?: (code: string) => string | null;
}

/** What the map shows, state by state. */
export function StatesTable({ label, readings, measure, linkTo }: StatesTableProps) {
  const column = MEASURES.find(({ value }) => value === measure)?.label;
  const table = (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">{column}</th>
          <th scope="col">In full</th>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ code, name, value, detail }) => {
          const to = linkTo?.(code);
          return (
            <tr key={code}>
              <th scope="row">{to ? <Link to={to}>{name}</Link> : name}</th>
              <td>{value}</td>
              <td className={styles.detail}>{detail}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  return linkTo ? <div className="scroller">{table}</div> : table;
}
