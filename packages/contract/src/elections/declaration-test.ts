import * as z from 'zod/mini';
import { isInside, type LocationId, locationType, NATION } from '../geography/location-id.ts';
import type { Basis } from '../base/common.ts';
import { leadingParty, TIE, validVotes } from '../results/sheet.ts';
import { OTHERS } from './parties.ts';
import type { ElectionType } from './schemas.ts';

/** A quarter of the valid votes of a state or an LGA (Constitution, sections 134 and 179). */
const REQUIRED_SHARE = 0.25;
/** The 36 states and the FCT, which counts as a state. */
const ALL_STATES = 37;

/** The least number of areas that is two thirds of all: 25 of 37 states, 14 of 20 LGAs. */
export function twoThirdsOf(areas: number): number {
  return Math.ceil((2 * areas) / 3);
}

/** The standing of one party: states (including the FCT) or LGAs in which it has a quarter of the valid votes. */
export const PartyStanding = z.object({
  party: z.string(),
  votes: z.number(),
  /** Percent of all valid votes, with one decimal. */
  share: z.number(),
  /** In how many states or LGAs it has a quarter. */
  reached: z.number(),
  /** Whether the FCT is one of them; null where the areas are LGAs. */
  fct: z.nullable(z.boolean()),
  /** The most votes, without a tie. */
  leads: z.boolean(),
  /** Both conditions are met on the figures so far. */
  meets: z.boolean(),
});
export type PartyStanding = z.infer<typeof PartyStanding>;

export const DeclarationTest = z.object({
  /** The areas in which a quarter is required: of a presidential election its states, of a governorship election its LGAs. */
  over: z.enum(['state', 'lga']),
  /** Number of these areas, with votes or without. */
  areas: z.number(),
  required: z.number(),
  /** Number of areas with valid votes so far. */
  counted: z.number(),
  /** By votes, most first. */
  parties: z.array(PartyStanding),
});
export type DeclarationTest = z.infer<typeof DeclarationTest>;

/** What an election is tested over: all states of the nation, or all LGAs of one state. */
export interface Tested {
  over: DeclarationTest['over'];
  area: LocationId;
}

/**
 * What the election is tested over, for a reader of the areas: a presidential election for who sees the nation, a governorship election of one state
 * for who sees that state. Null for all others: the most votes decide, or no area is seen whole.
 */
export function testedOver(
  election: { type: ElectionType; areas: readonly LocationId[] },
  seen: readonly LocationId[],
): Tested | null {
  const [only, ...others] = election.areas;
  if (election.type === 'presidential') return seen.includes(NATION) ? { over: 'state', area: NATION } : null;
  if (election.type !== 'gubernatorial' || only === undefined || others.length > 0) return null;
  if (locationType(only) !== 'state' || !seen.some((area) => isInside(only, area))) return null;
  return { over: 'lga', area: only };
}

const FCT_CODE = '37';

export interface TestedArea {
  code: string;
  votes: Readonly<Record<string, number>>;
}

/**
 * The test on the figures so far: the most votes, and a quarter of the valid votes in each of two thirds of the states and the FCT (Constitution,
 * section 134) or of the LGAs of the state (section 179). The entry Others is no candidate and has no row. `areas` are all LGAs of the state, or the
 * states that are known, out of 37.
 */
export function declarationTest(
  over: DeclarationTest['over'],
  areas: readonly TestedArea[],
  parties: readonly string[],
): DeclarationTest {
  const candidates = parties.filter((party) => party !== OTHERS);
  const number = over === 'state' ? ALL_STATES : areas.length;
  const total: Record<string, number> = {};
  for (const { votes } of areas) for (const [party, n] of Object.entries(votes)) total[party] = (total[party] ?? 0) + n;
  const valid = validVotes(total);
  const required = twoThirdsOf(number);
  const leader = leadingParty(Object.fromEntries(candidates.map((party) => [party, total[party] ?? 0])));
  const reaches = (party: string, votes: Readonly<Record<string, number>>) => {
    const inArea = validVotes(votes);
    return inArea > 0 && (votes[party] ?? 0) >= inArea * REQUIRED_SHARE;
  };
  const standings = candidates.map((party) => {
    const reached = areas.filter(({ votes }) => reaches(party, votes));
    const leads = leader === party && leader !== TIE;
    return {
      party,
      votes: total[party] ?? 0,
      share: valid > 0 ? Math.round(((total[party] ?? 0) / valid) * 1000) / 10 : 0,
      reached: reached.length,
      fct: over === 'state' ? reached.some(({ code }) => code === FCT_CODE) : null,
      leads,
      meets: leads && reached.length >= required,
    };
  });
  return {
    over,
    areas: number,
    required,
    counted: areas.filter(({ votes }) => validVotes(votes) > 0).length,
    parties: standings.toSorted((a, b) => b.votes - a.votes),
  };
}

/** The test on both bases, over areas with their totals on each. */
export function declarationTests(
  over: DeclarationTest['over'],
  areas: readonly (Record<Basis, Pick<TestedArea, 'votes'>> & { area: Pick<TestedArea, 'code'> })[],
  parties: readonly string[],
): Record<Basis, DeclarationTest> {
  const on = (basis: Basis) =>
    declarationTest(
      over,
      areas.map((row) => ({ code: row.area.code, votes: row[basis].votes })),
      parties,
    );
  return { verified: on('verified'), provisional: on('provisional') };
}
