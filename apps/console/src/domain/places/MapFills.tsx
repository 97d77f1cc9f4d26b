import { inkOn } from '../../lib/format/css-values.ts';
import { type MapLegendEntry, paint } from './map-fills.ts';
import styles from './map-fills.module.css';

/** Below it `data-fill` has its colours. */
export const fillsClass = styles.fills ?? '';

/** What cannot be drawn with one colour. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}stripes`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="8" height="8" className={styles.ground} />
        <line x1="2" y1="0" x2="2" y2="8" className={styles.line} />
      </pattern>
      <pattern id={`${id}dots`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className={styles.ground} />
        <circle cx="3" cy="3" r="1" className={styles.dot} />
      </pattern>
      <pattern id={`${id}lines`} width="7" height="7" patternUnits="userSpaceOnUse">
        <rect width="7" height="7" className={styles.ground} />
        <line x1="0" y1="3" x2="7" y2="3" className={styles.thin} />
      </pattern>
    </defs>
  );
}

interface MapLegendProps {
  entries: readonly MapLegendEntry[];
  patterns: string;
}

/** What the fills mean. */
export function MapLegend({ entries, patterns }: MapLegendProps) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {entries.map(({ label, fill, sign }) => (
        <li key={label}>
          <svg className={styles.swatch} viewBox="0 0 14 14" aria-hidden>
            <rect width="14" height="14" {...paint(fill, patterns)} />
            {sign && (
              <text
                className={styles.sign}
                x="7"
                y="7.5"
                style={typeof fill === 'object' ? { fill: inkOn(fill.colour) } : undefined}
              >
                {sign}
              </text>
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
