import { useId } from 'react';
import { Link } from 'react-router';
import { fillsClass, MapLegend, Patterns } from './MapFills.tsx';
import { type MapArea, type MapLegendEntry, paint } from './map-fills.ts';
import styles from './AreaTiles.module.css';
import { tile } from '../../lib/format/css-values.ts';

interface AreaTilesProps {
  /** What is shown: "Leading party by LGA, verified results". */
  label: string;
  areas: readonly MapArea[];
  legend: readonly MapLegendEntry[];
  /** Where a tile leads; null for one that leads nowhere. */
  linkTo: (code: string) => string | null;
}

/** Areas of which there is no outline: a tile each, with the fill that a map would have and its words. */
export function AreaTiles({ label, areas, legend, linkTo }: AreaTilesProps) {
  const patterns = useId();
  return (
    <div className={fillsClass}>
      <svg className={styles.patterns} aria-hidden>
        <Patterns id={patterns} />
      </svg>
      <ul className="tiles gap-8" style={tile(140)} aria-label={label}>
        {areas.map((area) => {
          const to = linkTo(area.code);
          const drawn = (
            <>
              <svg className={styles.band} aria-hidden>
                <rect width="100%" height="100%" {...paint(area.fill, patterns)} />
              </svg>
              <strong>{area.name}</strong>
              {area.lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </>
          );
          return (
            <li key={area.code}>
              {to ? (
                <Link className={styles.tile} to={to}>
                  {drawn}
                </Link>
              ) : (
                <div className={styles.tile}>{drawn}</div>
              )}
            </li>
          );
        })}
      </ul>
      <MapLegend entries={legend} patterns={patterns} />
    </div>
  );
}
