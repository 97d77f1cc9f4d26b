import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { inkOn } from '../../lib/format/colour.ts';
import styles from './NigeriaMap.module.css';
import { MAP_SIZE, MAP_STATES, type MapState, neighbour } from './nigeria-map.ts';

/** The fill of a state: a fixed colour, in full or a step of it, a step of a scale, or a pattern without a value. */
export type MapFill =
  | { colour: string; step?: MapStep }
  | `${'good' | 'bad'}-${0 | 1 | 2 | 3 | 4}`
  | 'stripes'
  | 'dots'
  | 'blank';

export type MapStep = 0 | 1 | 2 | 3 | 4;

/** How much of a colour each step has. */
const STRENGTH = [0.2, 0.4, 0.6, 0.8, 1] as const;

export interface MapArea {
  /** INEC's code of the state. */
  code: string;
  name: string;
  fill: MapFill;
  /** Drawn on it where there is room; may be empty. */
  mark: string;
  /** What the fill says, in words. */
  lines: readonly string[];
}

interface NigeriaMapProps {
  /** What is shown: "Turnout by state, verified". */
  label: string;
  areas: readonly MapArea[];
  legend: readonly { label: string; fill: MapFill }[];
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
    <div className={styles.root}>
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
      <ul className={styles.legend} aria-label="Legend">
        {legend.map((entry) => (
          <li key={entry.label}>
            <svg className={styles.swatch} viewBox="0 0 14 14" aria-hidden>
              <rect width="14" height="14" {...paint(entry.fill, patterns)} />
            </svg>
            {entry.label}
          </li>
        ))}
      </ul>
      <p className={styles.credit}>Map: @svg-maps/nigeria, CC BY 4.0</p>
    </div>
  );
}

/** Attributes that paint a shape. */
function paint(fill: MapFill, patterns: string) {
  if (typeof fill === 'object') return { style: { fill: fill.colour, fillOpacity: STRENGTH[fill.step ?? 4] } };
  if (fill === 'stripes' || fill === 'dots') {
    return { 'data-fill': fill, style: { fill: `url(#${patterns}${fill})` } };
  }
  return { 'data-fill': fill };
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
  const step = typeof fill === 'string' ? fill : undefined;
  const whole = typeof fill === 'object' && fill.step === undefined;
  const fits = area && state.room * 2 >= area.mark.length * 7;
  return (
    <>
      <path className={styles.area} d={state.path} {...painted} onPointerEnter={() => area && onPoint(state.code)} />
      {area?.mark && fits && (
        <text
          className={styles.mark}
          x={state.x}
          y={state.y}
          data-room={roomOf(state)}
          data-fill={step}
          data-halo={step === 'stripes' || step === 'dots' || (typeof fill === 'object' && !whole) || undefined}
          style={whole ? { fill: inkOn(fill.colour) } : undefined}
          aria-hidden
        >
          {area.mark}
        </text>
      )}
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

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}stripes`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="8" height="8" className={styles.patternGround} />
        <line x1="2" y1="0" x2="2" y2="8" className={styles.patternLine} />
      </pattern>
      <pattern id={`${id}dots`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className={styles.patternGround} />
        <circle cx="3" cy="3" r="1" className={styles.patternDot} />
      </pattern>
    </defs>
  );
}
