import * as z from 'zod/mini';
import { leadOf, percent, TIE, validVotes } from '../results/sheet.ts';
import { OTHERS } from './parties.ts';
import type { ElectionType, FollowKind } from './schemas.ts';

/** The 36 states and the FCT, which counts as a state. */
const ALL_STATES = 37;
export const FCT_CODE = '37';

/** The least number of areas that is two thirds of all: 25 of 37 states, 14 of 20 LGAs. */
export function twoThirdsOf(areas: number): number {
  return Math.ceil((2 * areas) / 3);
}

/** Most votes and a quarter in two thirds of the states and the FCT, or of the LGAs of a state; or most votes alone. */
export const DeclarationKind = z.enum(['presidential', 'governorship', 'plurality']);
export type DeclarationKind = z.infer<typeof DeclarationKind>;

/** The test of an election. A run-off after a run-off is decided by the most votes alone. */
export function testOf(type: ElectionType, followed: readonly FollowKind[] = []): DeclarationKind {
  if (followed.filter((as) => as === 'runoff').length > 1) return 'plurality';
  if (type === 'presidential') return 'presidential';
  return type === 'gubernatorial' ? 'governorship' : 'plurality';
}

/**
 * Whether a party has a quarter of the valid votes of an area (Constitution, sections 134 and 179). `open`: the registered voters whose votes are
 * not counted yet could still change it.
 */
export const QuarterStanding = z.enum(['reached', 'not_reached', 'open']);
export type QuarterStanding = z.infer<typeof QuarterStanding>;

export interface TestedArea {
  code: string;
  /** Counted votes by party. */
  votes: Readonly<Record<string, number>>;
  /** Registered voters who could still add votes: of units without a counted result, and of affected units. */
  out: number;
  /** Units among these whose number of registered voters is not known. */
  unknown: number;
  /** Those of the counted votes that could be removed, since their unit is recorded as affected. */
  removable?: Readonly<Record<string, number>> | undefined;
}

/**
 * How the party stands in the area, whatever the voters who are out do. It keeps its quarter if all of them vote for others, and stays below if all
 * of them vote for it; a ballot that is not cast or is rejected adds no vote. Counted votes of affected units may fall away.
 */
export function quarterIn({ votes, out, unknown, removable = {} }: TestedArea, party: string): QuarterStanding {
  if (unknown > 0) return 'open';
  const own = votes[party] ?? 0;
  const others = validVotes(votes) - own;
  const least = own - (removable[party] ?? 0);
  const fewestOthers = others - (validVotes(removable) - (removable[party] ?? 0));
  if (least > 0 && 3 * least >= others + out) return 'reached';
  const most = own + out;
  return most === 0 || 3 * most < fewestOthers ? 'not_reached' : 'open';
}

/** On the counted votes alone. */
function hasQuarter({ votes }: Pick<TestedArea, 'votes'>, party: string): boolean {
  const valid = validVotes(votes);
  return valid > 0 && 4 * (votes[party] ?? 0) >= valid;
}

/** The standing of one party. */
export const PartyStanding = z.object({
  code: z.string(),
  votes: z.number(),
  /** Percent of all valid votes, with one decimal: for readers alone, every decision is on the votes. */
  share: z.number(),
  /** Areas in which it has a quarter and keeps it, and in which that is open. None where the most votes decide. */
  spreadReached: z.number(),
  spreadOpen: z.number(),
  spreadNeeded: z.number(),
  /** Areas in which it has a quarter of what is counted so far; those that are open are among them. */
  quarterSoFar: z.number(),
  /** The FCT by itself; only in the presidential test. */
  capital: z.optional(QuarterStanding),
  /** The most votes so far, without a tie. */
  leads: z.boolean(),
  /** It leads, and the spread is reached. */
  meets: z.boolean(),
});
export type PartyStanding = z.infer<typeof PartyStanding>;

/** The party can no longer have a quarter in enough areas. */
export function beyondSpread({
  spreadReached,
  spreadOpen,
  spreadNeeded,
}: Pick<PartyStanding, 'spreadReached' | 'spreadOpen' | 'spreadNeeded'>): boolean {
  return spreadReached + spreadOpen < spreadNeeded;
}

/** What the figures decide: a party is returned, the spread is out of reach of all, or nothing yet. */
export const DeclarationOutcome = z.enum(['returned', 'no_spread', 'open']);
export type DeclarationOutcome = z.infer<typeof DeclarationOutcome>;

/** The test on one basis. */
export const DeclarationTest = z.object({
  test: DeclarationKind,
  /** By votes, most first. The entry Others is no candidate and has no row. */
  parties: z.array(PartyStanding),
  /** The party with the most votes, `Tie`, or null without votes. */
  leading: z.nullable(z.string()),
  /** Votes of the first less those of the second; null without votes. */
  lead: z.nullable(z.number()),
  /** Number of areas in which a quarter is required; 0 where the most votes decide. */
  areas: z.number(),
  outcome: DeclarationOutcome,
  /** Whether what is at stake or out can no longer change the outcome. */
  decided: z.boolean(),
});
export type DeclarationTest = z.infer<typeof DeclarationTest>;

function sumOf(all: readonly (Readonly<Record<string, number>> | undefined)[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const votes of all) for (const [party, n] of Object.entries(votes ?? {})) total[party] = (total[party] ?? 0) + n;
  return total;
}

/** Whether the party stays in front whatever the voters who are out do; the votes of Others may all be of one rival. */
function staysFirst(party: string, votes: Readonly<Record<string, number>>, areas: readonly TestedArea[]): boolean {
  if (areas.some(({ unknown }) => unknown > 0)) return false;
  const out = areas.reduce((sum, area) => sum + area.out, 0);
  const removable = sumOf(areas.map((area) => area.removable))[party] ?? 0;
  const rivals = Object.entries(votes).filter(([other]) => other !== party);
  return rivals.every(([, theirs]) => (votes[party] ?? 0) - removable - theirs > out);
}

/**
 * The test on the counted votes: the most votes, and for President and governor a quarter of the valid votes in each of two thirds of the states
 * and the FCT, or of the LGAs of the state. `areas` are all LGAs of the state, or the states that are known, out of 37; of a plurality its parts.
 */
export function declarationTest(
  test: DeclarationKind,
  areas: readonly TestedArea[],
  parties: readonly string[],
): DeclarationTest {
  const candidates = parties.filter((party) => party !== OTHERS);
  const votes = sumOf([Object.fromEntries(candidates.map((party) => [party, 0])), ...areas.map((area) => area.votes)]);
  const valid = validVotes(votes);
  const number = test === 'presidential' ? ALL_STATES : test === 'governorship' ? areas.length : 0;
  const needed = twoThirdsOf(number);
  const { leading: leader, lead } = leadOf(Object.fromEntries(candidates.map((party) => [party, votes[party] ?? 0])));
  const capital = test === 'presidential' ? areas.find(({ code }) => code === FCT_CODE) : undefined;
  const standings = candidates.map((code) => {
    const quarters = number > 0 ? areas.map((area) => quarterIn(area, code)) : [];
    const spreadReached = quarters.filter((standing) => standing === 'reached').length;
    const leads = leader === code && leader !== TIE;
    return {
      code,
      votes: votes[code] ?? 0,
      share: percent(votes[code] ?? 0, valid),
      spreadReached,
      spreadOpen: quarters.filter((standing) => standing === 'open').length,
      spreadNeeded: needed,
      quarterSoFar: number > 0 ? areas.filter((area) => hasQuarter(area, code)).length : 0,
      ...(capital && { capital: quarterIn(capital, code) }),
      leads,
      meets: leads && spreadReached >= needed,
    };
  });
  const ordered = standings.toSorted((a, b) => b.votes - a.votes);
  const [first] = ordered;
  const fixed = leader !== null && leader !== TIE && staysFirst(leader, votes, areas);
  // A party that the sheets do not list has at most the votes of Others.
  const unlisted = areas.filter((area) => quarterIn(area, OTHERS) !== 'not_reached').length;
  const none = unlisted < needed && ordered.every(beyondSpread);
  const noSpread = valid > 0 && (none || (fixed && first !== undefined && beyondSpread(first)));
  const outcome = noSpread ? 'no_spread' : fixed && first?.meets ? 'returned' : 'open';
  return {
    test,
    parties: ordered,
    leading: leader,
    lead: leader === null ? null : lead,
    areas: number,
    outcome,
    decided: outcome !== 'open',
  };
}
