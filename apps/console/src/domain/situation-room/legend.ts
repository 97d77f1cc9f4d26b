import { TIE } from '@ec/contract/results/sheet';
import { formatCount } from '../../lib/format/format.ts';
import type { MapArea, MapFill, MapLegendEntry } from '../places/map-fills.ts';
import { AREA_WORDS } from '../results/labels.ts';
import { type Measure, MEASURES, type MeasuredLevel, NOT_COVERED, type Reading } from './measures.ts';

/** Of no party: what each step of a party's colour means. */
const GREY = '#6b7280';

const SCALES: Record<Exclude<Measure, 'leading'>, readonly MapLegendEntry[]> = {
  margin: [
    { label: 'below 2 points', fill: { colour: GREY, step: 0 } },
    { label: '2 to 5', fill: { colour: GREY, step: 1 } },
    { label: '5 to 10', fill: { colour: GREY, step: 2 } },
    { label: '10 to 20', fill: { colour: GREY, step: 3 } },
    { label: '20 points and above', fill: { colour: GREY, step: 4 } },
  ],
  turnout: [
    { label: 'below 15%', fill: 'good-0' },
    { label: '15 to 25%', fill: 'good-1' },
    { label: '25 to 35%', fill: 'good-2' },
    { label: '35 to 50%', fill: 'good-3' },
    { label: '50% and above', fill: 'good-4' },
  ],
  coverage: [
    { label: 'below 25%', fill: 'good-0' },
    { label: '25 to 50%', fill: 'good-1' },
    { label: '50 to 75%', fill: 'good-2' },
    { label: 'above 75%', fill: 'good-3' },
    { label: 'all units', fill: 'good-4' },
  ],
  disputes: [
    { label: 'none', fill: 'good-0' },
    { label: 'below 0.5%', fill: 'bad-0' },
    { label: '0.5 to 1%', fill: 'bad-1' },
    { label: '1 to 2%', fill: 'bad-2' },
    { label: '2 to 5%', fill: 'bad-3' },
    { label: '5% and above', fill: 'bad-4' },
  ],
};

/** Patterns are explained only where they occur. */
function patterns(readings: readonly Reading[]): MapLegendEntry[] {
  const explained: [MapFill, string][] = [
    ['stripes', TIE],
    ['zero', readings.find(({ fill }) => fill === 'zero')?.detail ?? ''],
    ['lines', readings.find(({ fill }) => fill === 'lines')?.detail ?? ''],
    ['dots', 'Not reported'],
    ['blank', NOT_COVERED],
  ];
  return explained.flatMap(([fill, label]) =>
    readings.some((reading) => reading.fill === fill) ? [{ label, fill }] : [],
  );
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A letter for each party, its first where no stronger one has it, so that a map says by more than colour who leads. */
export function signsOf(parties: readonly string[]): ReadonlyMap<string, string> {
  const signs = new Map<string, string>();
  const taken = new Set<string>();
  for (const party of parties) {
    const sign = `${party.toUpperCase()}${LETTERS}`
      .split('')
      .find((letter) => LETTERS.includes(letter) && !taken.has(letter));
    if (sign === undefined) continue;
    taken.add(sign);
    signs.set(party, sign);
  }
  return signs;
}

/** Those that lead, by the number of areas. */
function leadersOf(readings: readonly Reading[]): { party: string; fill: MapFill; areas: number }[] {
  const led = Map.groupBy(
    readings.filter(({ party }) => party !== undefined),
    ({ party }) => party ?? '',
  );
  return [...led]
    .map(([party, theirs]) => {
      const [first] = theirs;
      const fill: MapFill = typeof first?.fill === 'object' ? { colour: first.fill.colour } : 'blank';
      return { party, fill, areas: theirs.length };
    })
    .toSorted((a, b) => b.areas - a.areas);
}

/** What the colours mean: for leading parties those that lead, each with its letter and its number of areas. */
export function legendOf(
  readings: readonly Reading[],
  measure: Measure,
  level: MeasuredLevel = 'state',
): MapLegendEntry[] {
  if (measure !== 'leading' && measure !== 'margin') return [...SCALES[measure], ...patterns(readings)];
  const leaders = leadersOf(readings);
  const signs = signsOf(leaders.map(({ party }) => party));
  const { one, many } = AREA_WORDS[level];
  return [
    ...leaders.map(({ party, fill, areas }) => ({
      label: `${party} leads in ${formatCount(areas, one, many)}`,
      fill,
      sign: signs.get(party),
    })),
    ...(measure === 'margin' ? SCALES.margin : []),
    ...patterns(readings),
  ];
}

/** The readings as a map draws them. */
export function drawnAs(readings: readonly Reading[], measure: Measure): MapArea[] {
  const signs = signsOf(leadersOf(readings).map(({ party }) => party));
  return readings.map(({ code, name, fill, mark, value, detail, party }) => ({
    code,
    name,
    fill,
    mark,
    sign: party === undefined ? undefined : signs.get(party),
    lines: linesOf({ value, detail }, measure),
  }));
}

/** A reading as text for the map, beside the name of the state. */
function linesOf({ value, detail }: Pick<Reading, 'value' | 'detail'>, measure: Measure): string[] {
  const label = MEASURES.find((each) => each.value === measure)?.label ?? '';
  return [`${label}: ${value}`, detail];
}
