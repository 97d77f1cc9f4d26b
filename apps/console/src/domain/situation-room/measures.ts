import { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { type PartyLook, partyColour } from '@ec/contract/elections/parties';
import { TIE, validVotes } from '@ec/contract/results/sheet';
import type { MapFill } from '../places/NigeriaMap.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { BASIS_WORD } from '../results/labels.ts';
import { uncountedText } from '../results/uncounted.ts';

export const MEASURES = [
  { value: 'leading', label: 'Leading party' },
  { value: 'turnout', label: 'Turnout' },
  { value: 'coverage', label: 'Coverage' },
  { value: 'disputes', label: 'Disputes' },
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
/** Lower ends of the steps in disputes; none is no step. */
const DISPUTE_STEPS = [1, 3, 11, 51, 201] as const;

const NOT_COVERED = 'Not part of this election';
type Step = 0 | 1 | 2 | 3 | 4;

function stepOf(value: number, steps: readonly [number, number, number, number, number]): Step {
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
  const step = stepOf(disputed, DISPUTE_STEPS);
  return {
    fill: disputed === 0 ? 'good-0' : (`bad-${step}` as const),
    mark: formatNumber(disputed),
    value: formatNumber(disputed),
    detail: `${formatShare(disputed, reported)} of ${formatCount(reported, 'reported result')} in dispute`,
  } as const;
}

const READERS = {
  leading: leadingReading,
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

const SCALES: Record<Exclude<Measure, 'leading'>, readonly LegendEntry[]> = {
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
    { label: '1 to 2', fill: 'bad-0' },
    { label: '3 to 10', fill: 'bad-1' },
    { label: '11 to 50', fill: 'bad-2' },
    { label: '51 to 200', fill: 'bad-3' },
    { label: 'above 200', fill: 'bad-4' },
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
  if (measure !== 'leading') return [...SCALES[measure], ...patterns(readings)];
  const led = new Map<string, { fill: MapFill; states: number }>();
  for (const { value, fill } of readings) {
    if (typeof fill === 'object') led.set(value, { fill, states: (led.get(value)?.states ?? 0) + 1 });
  }
  const parties = [...led].sort(([, a], [, b]) => b.states - a.states);
  return [
    ...parties.map(([party, { fill, states }]) => ({
      label: `${party} leads in ${formatCount(states, 'state')}`,
      fill,
    })),
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
  const counted = measure === 'leading' || measure === 'turnout';
  return counted ? `${label} by state, ${BASIS_WORD[basis].toLowerCase()} results` : `${label} by state`;
}
