import { turnoutScope, uncountedText } from '@ec/contract/live/counted';
import { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { type PartyLook, partyColour } from '@ec/contract/elections/parties';
import { leadOf, TIE, validVotes } from '@ec/contract/results/sheet';
import type { MapFill, MapStep } from '../places/map-fills.ts';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { disputeShare } from '../results/coverage.ts';
import { AREA_WORDS, BASIS_WORD } from '../results/labels.ts';
export const MEASURES = [
  { value: 'leading', label: 'Leading party' },
  { value: 'margin', label: 'Margin' },
  { value: 'turnout', label: 'Turnout' },
  { value: 'coverage', label: 'Coverage' },
  { value: 'disputes', label: 'Dispute rate' },
] as const;
export type Measure = (typeof MEASURES)[number]['value'];

/** What a map is of: states have outlines, LGAs tiles. */
export type MeasuredLevel = 'state' | 'lga';

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
  /** The party whose colour it has. */
  party?: string | undefined;
}

/** Lower ends of the steps in percent, of turnout and of coverage. */
const TURNOUT_STEPS = [0, 15, 25, 35, 50] as const;
const COVERAGE_STEPS = [0, 25, 50, 75, 100] as const;
/** Lower ends of the steps in percent of reported results in dispute; none is no step. */
const DISPUTE_STEPS = [0, 0.5, 1, 2, 5] as const;
/** Lower ends of the steps in percentage points between the first and the second party. */
const MARGIN_STEPS = [0, 2, 5, 10, 20] as const;

export const NOT_COVERED = 'Not part of this election';
const NO_PARTY = 'No party on the ballot has a vote';

function stepOf(value: number, steps: readonly [number, number, number, number, number]): MapStep {
  const [, second, third, fourth, fifth] = steps;
  if (value >= fifth) return 4;
  if (value >= fourth) return 3;
  if (value >= third) return 2;
  return value >= second ? 1 : 0;
}

const whole = (part: number, of: number) => formatShare(part, of, 0);

/** An area without a leader: nothing came, nothing counts on the basis, all votes are of Others, or what counts has zero votes. */
function withoutVotes(row: LiveArea, basis: Basis) {
  const { coverage } = row;
  const value = uncountedText(coverage, basis);
  if (value === null && validVotes(row[basis].votes) > 0)
    return { fill: 'zero', mark: '', value: 'No leader', detail: NO_PARTY } as const;
  if (value === null)
    return { fill: 'zero', mark: '0', value: 'No votes', detail: 'Counted, with zero votes' } as const;
  if (coverage.reported === 0) return { fill: 'dots', mark: '', value, detail: 'No votes counted yet' } as const;
  return {
    fill: 'lines',
    mark: '',
    value,
    detail: `Reported, not counted as ${BASIS_WORD[basis].toLowerCase()}`,
  } as const;
}

function leadingReading(row: LiveArea, basis: Basis, looks: readonly PartyLook[]) {
  const party = row.leading[basis];
  const { votes } = row[basis];
  const valid = validVotes(votes);
  if (party === null) return withoutVotes(row, basis);
  const detail = `${formatShare(leadOf(votes).first?.votes ?? 0, valid)} of valid votes`;
  if (party === TIE) return { fill: 'stripes', mark: TIE, value: TIE, detail: `${detail} each` } as const;
  return { fill: { colour: partyColour(party, looks) }, mark: party, value: party, detail, party };
}

/** The lead over the second party in points of the valid votes: the wider, the fuller the leader's colour. */
function marginReading(row: LiveArea, basis: Basis, looks: readonly PartyLook[]) {
  const leading = leadingReading(row, basis, looks);
  if (typeof leading.fill !== 'object') return leading;
  const { votes } = row[basis];
  const { lead } = leadOf(votes);
  const points = (lead / validVotes(votes)) * 100;
  const margin = `${points.toFixed(1)} points`;
  return {
    fill: { colour: leading.fill.colour, step: stepOf(points, MARGIN_STEPS) },
    mark: `${leading.mark} +${Math.floor(points)}`,
    value: `${leading.value} +${margin}`,
    detail: `${formatNumber(lead)} votes ahead of the second`,
    party: leading.value,
  } as const;
}

function turnoutReading(row: LiveArea, basis: Basis) {
  const { registeredAccredited, registeredVoters } = row[basis];
  if (uncountedText(row.coverage, basis) !== null) return withoutVotes(row, basis);
  if (registeredVoters === 0) {
    return { fill: 'zero', mark: '', value: 'Not known', detail: 'Registered voters are not known' } as const;
  }
  const step = stepOf((registeredAccredited / registeredVoters) * 100, TURNOUT_STEPS);
  const turnout = whole(registeredAccredited, registeredVoters);
  return {
    fill: `good-${step}`,
    mark: turnout,
    value: turnout,
    detail: `${formatNumber(registeredAccredited)} accredited of ${formatNumber(registeredVoters)} registered ${turnoutScope(row[basis])}`,
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
  const rate = disputeShare(disputed, reported);
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

/** "Turnout by state, verified results"; what does not hang on the basis does not name it. */
export function measureTitle(measure: Measure, basis: Basis, level: MeasuredLevel = 'state'): string {
  const label = MEASURES.find(({ value }) => value === measure)?.label ?? '';
  const counted = measure === 'leading' || measure === 'margin' || measure === 'turnout';
  return counted
    ? `${label} by ${AREA_WORDS[level].one}, ${BASIS_WORD[basis].toLowerCase()} results`
    : `${label} by ${AREA_WORDS[level].one}`;
}
