import * as z from 'zod/mini';
import { AreaReference, Basis, ElectionId, Timestamp } from '../base/common.ts';
import { ConstituencyId } from '../constituencies/schemas.ts';
import { DeclarationKind, DeclarationTest, QuarterStanding } from './declaration-test.ts';
import { Coverage } from './schemas.ts';

/** `area` or `constituency` chooses one contest of an election that holds several. */
export const DeclarationQuery = z.object({
  electionId: ElectionId,
  basis: z._default(Basis, 'verified'),
  area: z.optional(AreaReference),
  constituency: z.optional(ConstituencyId),
});
export type DeclarationQuery = z.infer<typeof DeclarationQuery>;

/** What one winner is returned for: the nation, a state, an LGA, a constituency, or all covered areas together. */
const Contest = z.object({
  /** The code of the area, or the id of the constituency. */
  code: z.string(),
  name: z.string(),
  kind: z.enum(['nation', 'state', 'lga', 'constituency', 'covered']),
});
export type Contest = z.infer<typeof Contest>;

/** Voters who can still change the figures. */
const Margin = z.object({
  /** PVCs collected in affected units that count for the margin of lead; registered voters where these are not known. */
  atStake: z.number(),
  /** Affected units that count, how many of these stand with their registered voters (upper bound), and how many with no number at all. */
  atStakeUnits: z.number(),
  upperBound: z.number(),
  atStakeUnknown: z.number(),
  /** Units recorded as credited zero for obstruction, without a counted result: they weigh nothing, so they are said. */
  creditedZero: z.number(),
  /** Of `atStakeUnits`: counted sheets with over-voting that await review. They cannot be verified, so their votes may fall away. Provisional only. */
  overVoted: z.number(),
  /** Other covered units without a counted result: how many, their registered voters, and units whose number is not known. */
  outstanding: z.object({ units: z.number(), registered: z.number(), unknown: z.number() }),
});
export type Margin = z.infer<typeof Margin>;

/** A state or an LGA in the test: each party's standing, and the voters who are out. */
export const DeclarationArea = z.object({
  code: z.string(),
  name: z.string(),
  coverage: Coverage,
  results: z.number(),
  out: z.number(),
  unknown: z.number(),
  standings: z.record(z.string(), QuarterStanding),
});
export type DeclarationArea = z.infer<typeof DeclarationArea>;

/** The test of one contest on one basis. */
export const ContestDeclaration = z.extend(DeclarationTest, {
  contest: Contest,
  basis: Basis,
  /** Results counted on the basis, and the coverage they stand on. */
  results: z.number(),
  coverage: Coverage,
  ...Margin.shape,
  /** Parts of the contest that the election does not cover, or not all of it: their votes are not in these figures. */
  outside: z.number(),
  /** Covered wards of its state that belong to no constituency: their votes are in no contest. */
  unplaced: z.number(),
  /** It is decided only if the records of affected units are right: with all their registered voters at stake it would be open. */
  restsOnRecords: z.boolean(),
  /** The areas in which a quarter is required; none in a plurality. */
  spread: z.array(DeclarationArea),
  /** What the figures say, in a few sentences. */
  words: z.string(),
});
export type ContestDeclaration = z.infer<typeof ContestDeclaration>;

/** One line of an election that holds several contests. */
export const ContestRow = z.object({
  contest: z.extend(Contest, { state: z.string() }),
  test: DeclarationKind,
  leading: z.nullable(z.string()),
  second: z.nullable(z.string()),
  lead: z.nullable(z.number()),
  atStake: z.number(),
  decided: z.boolean(),
  outcome: DeclarationTest.shape.outcome,
  results: z.number(),
  coverage: Coverage,
  words: z.string(),
});
export type ContestRow = z.infer<typeof ContestRow>;

/** Contests that a party leads, and those of them that are decided for it. */
export const Seats = z.object({ code: z.string(), led: z.number(), decided: z.number() });
export type Seats = z.infer<typeof Seats>;

const chosen = z.extend(ContestDeclaration, {
  electionId: ElectionId,
  contests: z.array(ContestRow),
  seats: z.array(Seats),
  asOf: Timestamp,
});

/**
 * With one contest its test. Without a choice among several, `contest` is null, the figures are empty, and `contests` holds a row each;
 * `seats` sums these by party.
 */
export const Declaration = z.extend(chosen, { contest: z.nullable(Contest) });
export type Declaration = z.infer<typeof Declaration>;

/** Both bases of the only contest of an election. */
export const DeclarationByBasis = z.object({ verified: ContestDeclaration, provisional: ContestDeclaration });
export type DeclarationByBasis = z.infer<typeof DeclarationByBasis>;
