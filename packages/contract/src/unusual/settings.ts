import * as z from 'zod/mini';
import { ElectionId, PersonLink, Timestamp } from '../base/common.ts';
import type { Role } from '../permissions/roles.ts';
import { type CheckThresholds, type Threshold, thresholdsOf, type UnusualCheck } from './checks.ts';
import { EarlierElectionId, EarlierLink } from './earlier.ts';

/**
 * What follows from a marking. `show`: it stands beside the result. `alert`: an alert is raised as well. `explain`: the result is verified only
 * after the marking was closed with an explanation; provisional totals do not wait.
 */
export const CHECK_MODES = ['off', 'show', 'alert', 'explain'] as const;
export const CheckMode = z.enum(CHECK_MODES);
export type CheckMode = z.infer<typeof CheckMode>;

/** The bounds of each threshold; `whole` where fractions make no sense. */
export const THRESHOLD_LIMITS: Readonly<Record<Threshold, { least: number; most: number; whole: boolean }>> = {
  minVotes: { least: 10, most: 1000, whole: true },
  minParties: { least: 2, most: 10, whole: true },
  // The median of fewer units says little.
  minUnits: { least: 5, most: 50, whole: true },
  turnout: { least: 80, most: 100, whole: false },
  points: { least: 5, most: 80, whole: false },
  deviations: { least: 2, most: 20, whole: false },
  registerChange: { least: 5, most: 100, whole: false },
};

const bounded = (name: Threshold) => {
  const { least, most, whole } = THRESHOLD_LIMITS[name];
  const said = `Enter a ${whole ? 'whole ' : ''}number from ${least} to ${most}`;
  const number = z.number(said).check(z.minimum(least, said), z.maximum(most, said));
  return whole ? number.check(z.refine(Number.isInteger, said)) : number;
};

const Thresholds = z.strictObject({
  minVotes: bounded('minVotes'),
  minParties: bounded('minParties'),
  minUnits: bounded('minUnits'),
  turnout: bounded('turnout'),
  points: bounded('points'),
  deviations: bounded('deviations'),
  registerChange: bounded('registerChange'),
});

const COMPARED = ['minVotes', 'minUnits', 'points', 'deviations'] as const satisfies readonly Threshold[];
const BESIDE_EARLIER = [...COMPARED, 'registerChange'] as const satisfies readonly Threshold[];

/** The thresholds that each check has. */
export const THRESHOLDS_OF = {
  identical_votes: ['minVotes', 'minParties'],
  full_turnout: ['turnout'],
  neighbour_share: COMPARED,
  neighbour_turnout: COMPARED,
  earlier_share: BESIDE_EARLIER,
  earlier_turnout: BESIDE_EARLIER,
} as const satisfies Readonly<Record<UnusualCheck, readonly Threshold[]>>;

const setting = <T extends z.ZodMiniType>(thresholds: T) => z.strictObject({ mode: CheckMode, thresholds });
const compared = z.pick(Thresholds, { minVotes: true, minUnits: true, points: true, deviations: true });
const besideEarlier = z.omit(Thresholds, { minParties: true, turnout: true });

export const CheckSettings = z.strictObject({
  identical_votes: setting(z.pick(Thresholds, { minVotes: true, minParties: true })),
  full_turnout: setting(z.pick(Thresholds, { turnout: true })),
  neighbour_share: setting(compared),
  neighbour_turnout: setting(compared),
  earlier_share: setting(besideEarlier),
  earlier_turnout: setting(besideEarlier),
});
export type CheckSettings = z.infer<typeof CheckSettings>;

const usual = (check: UnusualCheck, mode: CheckMode) => {
  const all = thresholdsOf(check);
  return { mode, thresholds: Object.fromEntries(THRESHOLDS_OF[check].map((name) => [name, all[name]])) };
};

/** What an election begins with: the checks within a ward show what they find, those beside an earlier election are off. */
export const DEFAULT_SETTINGS: Readonly<CheckSettings> = CheckSettings.parse({
  identical_votes: usual('identical_votes', 'show'),
  full_turnout: usual('full_turnout', 'show'),
  neighbour_share: usual('neighbour_share', 'show'),
  neighbour_turnout: usual('neighbour_turnout', 'show'),
  earlier_share: usual('earlier_share', 'off'),
  earlier_turnout: usual('earlier_turnout', 'off'),
});

/** The thresholds by which an election makes the check. */
export const limitsOf = (settings: Readonly<CheckSettings>, check: UnusualCheck): CheckThresholds => ({
  ...thresholdsOf(check),
  ...settings[check].thresholds,
});

/** True where the thresholds are those of the base rates. */
export const hasUsualThresholds = (settings: Readonly<CheckSettings>, check: UnusualCheck): boolean => {
  const [own, all] = [limitsOf(settings, check), thresholdsOf(check)];
  return THRESHOLDS_OF[check].every((name) => own[name] === all[name]);
};

export const UnusualSettingsQuery = z.object({ electionId: ElectionId });

/** The checks of an election. `version` is 0 until they are changed. */
export const UnusualSettings = z.object({
  electionId: ElectionId,
  electionName: z.string(),
  version: z.number(),
  checks: CheckSettings,
  /** The earlier election that results are compared with. */
  earlier: z.nullable(EarlierLink),
  changedBy: z.nullable(PersonLink),
  changedAt: z.nullable(Timestamp),
  can: z.object({ edit: z.boolean() }),
});
export type UnusualSettings = z.infer<typeof UnusualSettings>;

/** `version` is what the editor saw: where it was changed since, 409. */
export const ChangeUnusualSettings = z.strictObject({
  electionId: ElectionId,
  version: z.number().check(z.int(), z.minimum(0)),
  checks: CheckSettings,
  earlierId: z.nullable(EarlierElectionId),
});
export type ChangeUnusualSettings = z.infer<typeof ChangeUnusualSettings>;

/** Those who edit elections of the whole nation: the checks, and the earlier elections that all of them can be compared with. */
export const CHECK_EDITORS = ['national_admin', 'global_moderator'] as const satisfies readonly Role[];
