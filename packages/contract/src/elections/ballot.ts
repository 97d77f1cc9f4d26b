import * as z from 'zod/mini';
import { ElectionId, FileId, Timestamp } from '../base/common.ts';
import { requiredName } from '../base/names.ts';
import { ConstituencyId } from '../constituencies/schemas.ts';
import { RefusedLines } from '../geography/register-import.ts';
import { nearColours, OTHERS, PartyLook } from './parties.ts';
import { PartyCode } from './schemas.ts';

export const MOST_PARTIES = 60;
/** One candidate in each constituency of the largest kind. */
const MOST_CANDIDATES = 1000;
export const CANDIDATE_LONGEST = 160;
/** A file has a line a candidate: at most 60 parties in 109, 360 or about a thousand constituencies. */
export const MAX_BALLOT_FILE = 3_000_000;

const colour = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^#[0-9a-f]{6}$/, 'Give the colour as # and six hexadecimal digits, such as #15803d'),
  );

/**
 * A candidate of a party. For an election held in constituencies there is one for each: `{ constituencyId, name }`; otherwise one in all:
 * `{ name }`. `runningMate` is the candidate for Vice-President or Deputy Governor.
 */
export const BallotCandidate = z.strictObject({
  constituencyId: z.optional(ConstituencyId),
  name: requiredName(CANDIDATE_LONGEST, 'Give the name of the candidate'),
  runningMate: z.optional(requiredName(CANDIDATE_LONGEST, 'Give the name of the running mate')),
});
export type BallotCandidate = z.infer<typeof BallotCandidate>;

export const BallotPartyRequest = z.strictObject({
  code: PartyCode.check(z.refine((code) => code !== OTHERS, 'Others is no party: it is the last line of every sheet')),
  name: requiredName(160, 'Give the full name of the party'),
  colour,
  /** A logo that was uploaded before (POST /elections/logos). Absent: it stays; null: the party has none. */
  logoFileId: z.optional(z.nullable(FileId)),
  /** Absent: they stay as they are. */
  candidates: z.optional(z.array(BallotCandidate).check(z.maxLength(MOST_CANDIDATES))),
});
export type BallotPartyRequest = z.infer<typeof BallotPartyRequest>;

const unique = (list: readonly string[]) => new Set(list).size === list.length;

export const SaveBallotRequest = z.strictObject({
  /** In the order of the sheet. */
  parties: z.array(BallotPartyRequest).check(
    z.minLength(1, 'Name at least one party'),
    z.maxLength(MOST_PARTIES),
    z.refine((parties) => unique(parties.map(({ code }) => code)), 'A party is listed twice'),
  ),
  /** Why the ballot changes; needed once results were sent. */
  reason: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
  /** The version that the change began with; another one by now is refused. */
  version: z.optional(z.number().check(z.int(), z.minimum(0))),
});
export type SaveBallotRequest = z.infer<typeof SaveBallotRequest>;

export const BallotParty = z.extend(PartyLook, { candidates: z.array(BallotCandidate) });
export type BallotParty = z.infer<typeof BallotParty>;

export const Ballot = z.object({
  electionId: ElectionId,
  /** 0 while only the codes of the parties are known. */
  version: z.number(),
  /** In the order of the sheet, without Others. */
  parties: z.array(BallotParty),
  reason: z.nullable(z.string()),
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(Timestamp),
  /** The results that were sent so far, which a new version affects, and where they are listed. */
  affected: z.object({ results: z.number(), list: z.string() }),
  /** Pairs of parties whose colours can hardly be distinguished. */
  nearColours: z.array(z.tuple([z.string(), z.string()])),
  /** `parties`: whether parties can be added, removed and moved. */
  can: z.object({ edit: z.boolean(), parties: z.boolean() }),
});
export type Ballot = z.infer<typeof Ballot>;

export const nearPairs = (parties: readonly { code: string; colour: string }[]): [string, string][] =>
  parties.flatMap((one, index) =>
    parties
      .slice(index + 1)
      .filter((other) => nearColours(one.colour, other.colour))
      .map((other): [string, string] => [one.code, other.code]),
  );

/** The columns of a file; a party stands on one line for each of its candidates. */
export const BALLOT_COLUMNS = [
  'party_code',
  'party_name',
  'colour',
  'order',
  'constituency_code',
  'candidate',
] as const;

export const ImportBallotRequest = z.strictObject({
  reason: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
  version: z.optional(z.number().check(z.int(), z.minimum(0))),
  /** False: say what the file holds, and store nothing. */
  store: z.boolean(),
  /** The text of a CSV file with the columns party_code, party_name, colour, order, constituency_code and candidate. */
  text: z.string().check(z.minLength(1, 'The file is empty'), z.maxLength(MAX_BALLOT_FILE)),
});
export type ImportBallotRequest = z.infer<typeof ImportBallotRequest>;

/** What a file holds, or the lines to mend; with a refused line nothing is stored. */
export const BallotImport = z.object({
  stored: z.boolean(),
  rows: z.number(),
  candidates: z.number(),
  /** In the order of the sheet. */
  parties: z.array(z.extend(PartyLook, { candidates: z.number() })),
  refused: RefusedLines,
});
export type BallotImport = z.infer<typeof BallotImport>;
