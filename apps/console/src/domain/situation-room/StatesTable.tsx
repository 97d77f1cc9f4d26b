import { Link } from 'react-router';
import { type Measure, type MeasuredLevel, MEASURES, type Reading } from './measures.ts';
import { AREA_WORDS, capital } from '../results/labels.ts';

interface StatesTableProps {
  label: string;
  readings: readonly Reading[];
  measure: Measure;
  level?: MeasuredLevel;
  /** Absent for the one that only screen readers find. */
  linkTo?: (code: string) => string | null;
}

/** What the map shows, area by area. */
export function StatesTable({ label, readings, measure, level = 'state', linkTo }: StatesTableProps) {
  const column = MEASURES.find(({ value }) => value === measure)?.label;
  const table = (
    <table className="data usual" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{capital(AREA_WORDS[level].one)}</th>
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
              <td className="hint regular">{detail}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  return linkTo ? <div className="scroller">{table}</div> : table;
}
