import type { CollationGains } from '@ec/contract/collations/gap';
import type { MapArea, MapFill, MapStep } from '../../../domain/places/map-fills.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { signed } from '../labels.ts';

/** Blue and orange differ for every kind of colour vision, and neither says good or bad. */
const ADDED = '#1f6fb2';
const TAKEN = '#c2570c';
const LEVEL = '#6b7280';

/** Lower ends of the steps in votes: shifts are few or very many, so that each step is ten times the one before. */
const STEPS = [1, 100, 1000, 10_000, 100_000] as const;

const stepOf = (votes: number): MapStep => {
  const passed = STEPS.filter((lower) => Math.abs(votes) >= lower).length;
  return Math.max(0, passed - 1) as MapStep;
};

const NO_FORM = 'No form held';
const NO_CHANGE = 'No net shift in the forms held';

/** "+100 to +999 votes" */
function stepWords(step: MapStep, sign: 1 | -1): string {
  const lower = STEPS[step];
  const upper = STEPS[step + 1];
  return upper === undefined
    ? `${signed(sign * lower)} votes or more`
    : `${signed(sign * lower)} to ${signed(sign * (upper - 1))} votes`;
}

const NOT_COVERED = 'Not part of this election';

/** A state in which the election is not held: it leads nowhere. */
export const notCovered = ({ code, name }: { code: string; name: string }): MapArea => ({
  code,
  name,
  fill: 'blank',
  mark: '',
  lines: [NOT_COVERED],
});

/** The shift of a party in one state, in words and as a fill; a state without a form has a pattern. */
export function shiftOf(
  { areas, held }: Pick<CollationGains, 'areas' | 'held'>,
  { code, name }: { code: string; name: string },
  party: string,
): MapArea {
  const row = areas.find((area) => area.code === code);
  const votes = row?.changed[party] ?? 0;
  const unseen = row?.unseen[party] ?? 0;
  const behind = unseen === 0 ? [] : [`${signed(unseen)} votes without a sheet or form of ours`];
  if (!held.includes(code)) return { code, name, fill: 'stripes', mark: '', lines: [NO_FORM, ...behind] };
  if (votes === 0) return { code, name, fill: { colour: LEVEL, step: 0 }, mark: '0', lines: [NO_CHANGE, ...behind] };
  return {
    code,
    name,
    fill: { colour: votes > 0 ? ADDED : TAKEN, step: stepOf(votes) },
    mark: signed(votes),
    lines: [
      `Net shift of ${party}: ${signed(votes)} votes`,
      `${formatCount(row?.places ?? 0, 'change')} of any party`,
      ...behind,
    ],
  };
}

/** The steps that occur, from the largest gain to the largest loss, then what is level and what is not held. */
export function shiftLegend(areas: readonly MapArea[]): { label: string; fill: MapFill }[] {
  const has = (colour: string, step: MapStep) =>
    areas.some(({ fill }) => typeof fill === 'object' && fill.colour === colour && fill.step === step);
  const side = (colour: string, sign: 1 | -1, steps: readonly MapStep[]) =>
    steps.flatMap((step) => (has(colour, step) ? [{ label: stepWords(step, sign), fill: { colour, step } }] : []));
  const count = (fill: MapFill) => areas.filter((area) => area.fill === fill).length;
  return [
    ...side(ADDED, 1, [4, 3, 2, 1, 0]),
    ...(has(LEVEL, 0) ? [{ label: NO_CHANGE, fill: { colour: LEVEL, step: 0 as const } }] : []),
    ...side(TAKEN, -1, [0, 1, 2, 3, 4]),
    ...(count('stripes') > 0 ? [{ label: NO_FORM, fill: 'stripes' as const }] : []),
    ...(count('blank') > 0 ? [{ label: NOT_COVERED, fill: 'blank' as const }] : []),
  ];
}
