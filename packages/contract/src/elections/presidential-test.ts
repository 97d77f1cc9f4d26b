import * as z from 'zod/mini';
import { leadingParty, TIE, validVotes } from '../results/sheet.ts';

/** A quarter of the valid votes of a state (Constitution, section 134). */
export const REQUIRED_SHARE = 0.25;
/** Two thirds of the 36 states and the FCT, which counts as a state: 25 of 37. */
export const REQUIRED_STATES = 25;

/** The standing of one party: states (including the FCT) in which it has a quarter of the valid votes. */
export const PartyStanding = z.object({
  party: z.string(),
  votes: z.number(),
  /** Percent of all valid votes, with one decimal. */
  share: z.number(),
  states: z.number(),
  fct: z.boolean(),
  /** The most votes, without a tie. */
  leads: z.boolean(),
  /** Both conditions are met on the figures so far. */
  meets: z.boolean(),
});
export type PartyStanding = z.infer<typeof PartyStanding>;

export const PresidentialTest = z.object({
  required: z.number(),
  /** Number of states with valid votes so far. */
  counted: z.number(),
  /** By votes, most first. */
  parties: z.array(PartyStanding),
});
export type PresidentialTest = z.infer<typeof PresidentialTest>;

const FCT_CODE = '37';

/**
 * The test of section 134 of the Constitution on the figures so far: the most votes, and a quarter of the valid votes in each of two thirds of the
 * states and the FCT. The entry Others is no candidate and has no row.
 */
export function presidentialTest(
  states: readonly { code: string; votes: Readonly<Record<string, number>> }[],
  candidates: readonly string[],
): PresidentialTest {
  const total: Record<string, number> = {};
  for (const { votes } of states)
    for (const [party, n] of Object.entries(votes)) total[party] = (total[party] ?? 0) + n;
  const valid = validVotes(total);
  const leader = leadingParty(Object.fromEntries(candidates.map((party) => [party, total[party] ?? 0])));
  const reaches = (party: string, votes: Readonly<Record<string, number>>) => {
    const inState = validVotes(votes);
    return inState > 0 && (votes[party] ?? 0) >= inState * REQUIRED_SHARE;
  };
  const parties = candidates.map((party) => {
    const reached = states.filter(({ votes }) => reaches(party, votes));
    const leads = leader === party && leader !== TIE;
    return {
      party,
      votes: total[party] ?? 0,
      share: valid > 0 ? Math.round(((total[party] ?? 0) / valid) * 1000) / 10 : 0,
      states: reached.length,
      fct: reached.some(({ code }) => code === FCT_CODE),
      leads,
      meets: leads && reached.length >= REQUIRED_STATES,
    };
  });
  return {
    required: REQUIRED_STATES,
    counted: states.filter(({ votes }) => validVotes(votes) > 0).length,
    parties: parties.toSorted((a, b) => b.votes - a.votes),
  };
}
