import { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { type PartyLook, partyColour } from '@ec/contract/elections/parties';
import { TIE, validVotes } from '@ec/contract/results/sheet';
import type { MapFill, MapStep } from '../places/NigeriaMap.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { BASIS_WORD } from '../results/labels.ts';
import { uncountedText } from '../results/uncounted.ts';

export const MEASURES = [
  { value: 'leading', label: 'Leading party' },
  { value: 'margin', label: 'Margin' },
  { value: 'turnout', label: 'Turnout' },
  { value: 'coverage', label: 'Coverage' },
  { value: 'disputes', label: 'Dispute rate' },
] as const;
export type Measure = (typeof MEASURES)[number]['value'];

export function measureOf(text: string): Measure {
  return MEASURES.find(({ value }) => value === text)?.value ?? 'leading';
}

/** The basis that an address names; verified for anything else. */
export function basisOf(text: string): Basis {
  const read = Basis.safeParse(text);
  return read.success ? read.data : 'verified';
}

/** The words for one state, the same in the map's tooltip, in its link and in the table. */
export interface Reading {
  code: string;
  name: string;
  fill: MapFill;
  /** The pattern is part of the value, so that a user who reads it aloud is understood. */
  mark: string;
  value: string;
  detail: string;
}

/** Lower ends of the steps in percent, of turnout and of coverage. */
const TURNOUT_STEPS = [0, 15, 25, 35, 50] as const;
const COVERAGE_STEPS = [0, 25, 50, 75, 100] as const;
/** Lower ends of the steps in percent of reported results in dispute; none is no step. */
const DISPUTE_STEPS = [0, 0.5, 1, 2, 5] as const;
/** Lower ends of the steps in percentage points between the first and the second party. */
const MARGIN_STEPS = [0, 2, 5, 10, 20] as const;

const NOT_COVERED = 'Not part of this election';

function stepOf(value: number, steps: readonly [number, number, number, number, number]): MapStep {
  const [, second, third, fourth, fifth] = steps;
  if (value >= fifth) return 4;
  if (value >= fourth) return 3;
  if (value >= third) return 2;
  return value >= second ? 1 : 0;
}

const whole = (part: number, of: number) => formatShare(part, of, 0);

function leadingReading(row: LiveArea, basis: Basis, looks: readonly PartyLook[]) {
  const party = row.leading[basis];
  const { votes } = row[basis];
  if (party === null) {
    const value = uncountedText(row.coverage, basis) ?? 'No votes';
    return { fill: 'dots', mark: '', value, detail: 'No votes counted yet' } as const;
  }
  const most = Math.max(0, ...Object.values(votes));
  const detail = `${formatShare(most, validVotes(votes))} of valid votes`;
  if (party === TIE) return { fill: 'stripes', mark: TIE, value: TIE, detail: `${detail} each` } as const;
  return { fill: { colour: partyColour(party, looks) }, mark: party, value: party, detail };
}

/** The lead over the second party in points of the valid votes: the wider, the fuller the leader's colour. */
function marginReading(row: LiveArea, basis: Basis, looks: readonly PartyLook[]) {
  const leading = leadingReading(row, basis, looks);
  if (typeof leading.fill !== 'object') return leading;
  const { votes } = row[basis];
  const [first = 0, second = 0] = Object.values(votes).toSorted((a, b) => b - a);
  const points = ((first - second) / validVotes(votes)) * 100;
  const margin = `${points.toFixed(1)} points`;
  return {
    fill: { colour: leading.fill.colour, step: stepOf(points, MARGIN_STEPS) },
    mark: `${leading.mark} +${Math.floor(points)}`,
    value: `${leading.value} +${margin}`,
    detail: `${formatNumber(first - second)} votes ahead of the second`,
  } as const;
}

function turnoutReading(row: LiveArea, basis: Basis) {
  const { accreditedVoters, registeredVoters } = row[basis];
  if (registeredVoters === 0) {
    return { fill: 'dots', mark: '', value: 'No results', detail: 'No results counted yet' } as const;
  }
  const step = stepOf((accreditedVoters / registeredVoters) * 100, TURNOUT_STEPS);
  const turnout = whole(accreditedVoters, registeredVoters);
  return {
    fill: `good-${step}`,
    mark: turnout,
    value: turnout,
    detail: `${formatNumber(accreditedVoters)} accredited of ${formatNumber(registeredVoters)} registered in reported units`,
  } as const;
}

function coverageReading({ coverage: { units, reported } }: LiveArea) {
  const step = reported >= units ? 4 : stepOf((reported / units) * 100, COVERAGE_STEPS);
  // Rounding must not make complete what is not.
  const coverage = reported < units ? `${Math.min(99, Math.round((reported / units) * 100))}%` : '100%';
  return {
    fill: `good-${step}`,
    mark: coverage,
    value: coverage,
    detail: `${formatNumber(reported)} of ${formatCount(units, 'unit')} reported`,
  } as const;
}

function disputesReading({ coverage: { reported, disputed } }: LiveArea) {
  if (reported === 0) {
    return { fill: 'dots', mark: '', value: 'Not reported', detail: 'No result is reported yet' } as const;
  }
  const step = stepOf((disputed / reported) * 100, DISPUTE_STEPS);
  const rate = disputed === 0 ? '0%' : formatShare(disputed, reported);
  return {
    fill: disputed === 0 ? 'good-0' : (`bad-${step}` as const),
    mark: rate,
    value: rate,
    detail: `${formatNumber(disputed)} of ${formatCount(reported, 'reported result')} in dispute`,
  } as const;
}

const READERS = {
  leading: leadingReading,
  margin: marginReading,
  turnout: turnoutReading,
  coverage: coverageReading,
  disputes: disputesReading,
} as const;

/** What the measure says of a state on the basis. */
export function readState(row: LiveArea, measure: Measure, basis: Basis, looks: readonly PartyLook[] = []): Reading {
  const { code, name } = row.area;
  if (row.coverage.units === 0) {
    return { code, name, fill: 'blank', mark: '', value: '–', detail: NOT_COVERED };
  }
  return { code, name, ...READERS[measure](row, basis, looks) };
}

interface LegendEntry {
  label: string;
  fill: MapFill;
}

/** Of no party: what each step of a party's colour means. */
const GREY = '#6b7280';

const SCALES: Record<Exclude<Measure, 'leading'>, readonly LegendEntry[]> = {
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
function patterns(readings: readonly Reading[]): LegendEntry[] {
  const has = (fill: MapFill) => readings.some((reading) => reading.fill === fill);
  return [
    ...(has('stripes') ? [{ label: TIE, fill: 'stripes' as const }] : []),
    ...(has('dots') ? [{ label: 'No results yet', fill: 'dots' as const }] : []),
    ...(has('blank') ? [{ label: NOT_COVERED, fill: 'blank' as const }] : []),
  ];
}

/** What the colours mean: for leading parties those that lead, each with its number of states. */
export function legendOf(readings: readonly Reading[], measure: Measure): LegendEntry[] {
  if (measure !== 'leading' && measure !== 'margin') return [...SCALES[measure], ...patterns(readings)];
  const led = new Map<string, { fill: MapFill; states: number }>();
  for (const { value, fill } of readings) {
    if (typeof fill !== 'object') continue;
    const [party = value] = value.split(' +');
    led.set(party, { fill: { colour: fill.colour }, states: (led.get(party)?.states ?? 0) + 1 });
  }
  const parties = [...led].sort(([, a], [, b]) => b.states - a.states);
  return [
    ...parties.map(([party, { fill, states }]) => ({
      label: `${party} leads in ${formatCount(states, 'state')}`,
      fill,
    })),
    ...(measure === 'margin' ? SCALES.margin : []),
    ...patterns(readings),
  ];
}

/** A reading as text for the map, beside the name of the state. */
export function linesOf({ value, detail }: Reading, measure: Measure): string[] {
  const label = MEASURES.find((each) => each.value === measure)?.label ?? '';
  return [`${label}: ${value}`, detail];
}

/** "Turnout by state, verified results"; what does not hang on the basis does not name it. */
export function measureTitle(measure: Measure, basis: Basis): string {
  const label = MEASURES.find(({ value }) => value === measure)?.label ?? '';
  const counted = measure === 'leading' || measure === 'margin' || measure === 'turnout';
  return counted ? `${label} by state, ${BASIS_WORD[basis].toLowerCase()} results` : `${label} by state`;
}
