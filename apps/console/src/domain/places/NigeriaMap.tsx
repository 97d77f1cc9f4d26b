import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { inkOn } from '../../lib/format/css-values.ts';
import { fillsClass, MapLegend, Patterns } from './MapFills.tsx';
import { isPattern, type MapArea, type MapLegendEntry, paint } from './map-fills.ts';
import styles from './NigeriaMap.module.css';
import { MAP_SIZE, MAP_STATES, type MapState, neighbour } from './nigeria-map.ts';

interface NigeriaMapProps {
  /** What is shown: "Turnout by state, verified". */
  label: string;
  areas: readonly MapArea[];
  legend: readonly MapLegendEntry[];
  /** Where a state leads; absent for a picture that is only looked at. */
  linkTo?: (code: string) => string | null;
}

const roomOf = ({ room }: MapState) => (room < 24 ? 'small' : room < 38 ? 'middle' : 'large');

/** The 36 states and the FCT, coloured by the value of each. States are links; arrow keys go from one to the next. */
export function NigeriaMap({ label, areas, legend, linkTo }: NigeriaMapProps) {
  const patterns = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const byCode = new Map(areas.map((area) => [area.code, area]));
  const linked = new Set(areas.filter(({ code }) => linkTo?.(code)).map(({ code }) => code));
  const inOrder = current !== null && linked.has(current) ? current : [...linked][0];
  const outlined = MAP_STATES.find(({ code }) => code === shown);
  const outlinedArea = shown === null ? undefined : byCode.get(shown);

  const onKeyDown = (event: KeyboardEvent, from: string) => {
    if (event.key === 'Escape') setShown(null);
    const next = neighbour(from, event.key, linked);
    if (next === null) return;
    event.preventDefault();
    svg.current?.querySelector<SVGAElement>(`[data-code="${next}"]`)?.focus();
  };

  return (
    <div className={`${styles.root} ${fillsClass}`}>
      <svg
        ref={svg}
        className={styles.svg}
        viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`}
        role={linkTo ? 'group' : 'img'}
        aria-label={linkTo ? `${label}. Arrow keys go from state to state, Enter opens one.` : label}
        onPointerLeave={() => setShown(null)}
      >
        <Patterns id={patterns} />
        {MAP_STATES.map((state) => {
          const area = byCode.get(state.code);
          const drawn = <Drawn state={state} area={area} patterns={patterns} onPoint={setShown} />;
          const to = area && linkTo?.(area.code);
          if (!to) return <g key={state.code}>{drawn}</g>;
          return (
            <Link
              key={state.code}
              to={to}
              className={styles.state}
              data-code={state.code}
              tabIndex={state.code === inOrder ? 0 : -1}
              aria-label={[area.name, ...area.lines].join(', ')}
              onFocus={() => {
                setShown(state.code);
                setCurrent(state.code);
              }}
              onBlur={() => setShown(null)}
              onKeyDown={(event) => onKeyDown(event, state.code)}
            >
              {drawn}
            </Link>
          );
        })}
        {outlined && <path className={styles.outline} d={outlined.path} />}
      </svg>
      {outlined && outlinedArea && <Tip state={outlined} area={outlinedArea} />}
      <MapLegend entries={legend} patterns={patterns} />
      <p className={styles.credit}>Map: @svg-maps/nigeria, CC BY 4.0</p>
    </div>
  );
}

interface DrawnProps {
  state: MapState;
  area: MapArea | undefined;
  patterns: string;
  onPoint: (code: string) => void;
}

function Drawn({ state, area, patterns, onPoint }: DrawnProps) {
  const fill = area?.fill ?? 'blank';
  const painted = paint(fill, patterns);
  const fits = area !== undefined && state.room * 2 >= area.mark.length * 7;
  const word = (text: string, as: 'word' | 'narrow' | 'always') => (
    <text
      className={styles.mark}
      x={state.x}
      y={state.y}
      data-room={roomOf(state)}
      data-as={as}
      data-fill={typeof fill === 'string' ? fill : undefined}
      data-halo={(typeof fill === 'string' ? isPattern(fill) : fill.step !== undefined) || undefined}
      style={typeof fill === 'object' && fill.step === undefined ? { fill: inkOn(fill.colour) } : undefined}
      aria-hidden
    >
      {text}
    </text>
  );
  return (
    <>
      <path className={styles.area} d={state.path} {...painted} onPointerEnter={() => area && onPoint(state.code)} />
      {area?.mark && fits && word(area.mark, 'word')}
      {area?.sign && word(area.sign, fits ? 'narrow' : 'always')}
    </>
  );
}

/** Beside the middle of the state, to the side on which there is more of the drawing. */
function Tip({ state, area }: { state: MapState; area: MapArea }) {
  const left = (state.x / MAP_SIZE.width) * 100;
  const top = (state.y / MAP_SIZE.height) * 100;
  const across = left > 50 ? 'calc(-100% - 18px)' : '18px';
  const down = top > 50 ? '-100%' : '0';
  return (
    <div
      className={styles.tip}
      style={{ left: `${left}%`, top: `min(${top}%, 80%)`, transform: `translate(${across}, ${down})` }}
      aria-hidden
    >
      <strong>{area.name}</strong>
      {area.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
