import * as z from 'zod/mini';
import { FileId } from '../base/common.ts';

/** The entry for votes of unlisted parties; the last on every ballot. */
export const OTHERS = 'Others';

/** The default parties of an election. */
export const DEFAULT_PARTIES = ['APC', 'PDP', 'LP', 'NNPP', OTHERS] as const;

/** The 18 parties on INEC's 2023 ballot, with the colour each has in every chart, table and map. */
export const PARTIES: Record<string, { name: string; colour: string }> = {
  A: { name: 'Accord', colour: '#7c3aed' },
  AA: { name: 'Action Alliance', colour: '#9333ea' },
  AAC: { name: 'African Action Congress', colour: '#ca8a04' },
  ADC: { name: 'African Democratic Congress', colour: '#15803d' },
  ADP: { name: 'Action Democratic Party', colour: '#0369a1' },
  APC: { name: 'All Progressives Congress', colour: '#2563eb' },
  APGA: { name: 'All Progressives Grand Alliance', colour: '#4d7c0f' },
  APM: { name: 'Allied Peoples Movement', colour: '#b45309' },
  APP: { name: 'Action Peoples Party', colour: '#a21caf' },
  BP: { name: 'Boot Party', colour: '#854d0e' },
  LP: { name: 'Labour Party', colour: '#be123c' },
  NNPP: { name: 'New Nigeria Peoples Party', colour: '#d97706' },
  NRM: { name: 'National Rescue Movement', colour: '#0e7490' },
  PDP: { name: 'Peoples Democratic Party', colour: '#0d9488' },
  PRP: { name: "People's Redemption Party", colour: '#dc2626' },
  SDP: { name: 'Social Democratic Party', colour: '#ea580c' },
  YPP: { name: 'Young Progressives Party', colour: '#db2777' },
  ZLP: { name: 'Zenith Labour Party', colour: '#65a30d' },
};

const NEUTRAL = '#6b7280';

/** The name, colour and logo of a party on the ballot of an election. */
export const PartyLook = z.object({
  code: z.string(),
  name: z.string(),
  colour: z.string(),
  /** Absent where it has none. */
  logoFileId: z.optional(FileId),
});
export type PartyLook = z.infer<typeof PartyLook>;
/** As it is stored. */
export type StoredLook = Omit<PartyLook, 'logoFileId'> & { logoFileId?: FileId | null | undefined };

export function partyColour(party: string, looks: readonly StoredLook[] = []): string {
  return looks.find(({ code }) => code === party)?.colour ?? PARTIES[party]?.colour ?? NEUTRAL;
}

export function partyName(party: string, looks: readonly StoredLook[] = []): string {
  return looks.find(({ code }) => code === party)?.name ?? PARTIES[party]?.name ?? '';
}

/** How the parties of an election look: as its ballot says, otherwise as usual. Without Others. */
export function looksOf(parties: readonly string[], ballot: readonly StoredLook[]): PartyLook[] {
  return parties
    .filter((party) => party !== OTHERS)
    .map((code) => {
      const logoFileId = ballot.find((one) => one.code === code)?.logoFileId;
      const look = { code, name: partyName(code, ballot), colour: partyColour(code, ballot) };
      return logoFileId ? { ...look, logoFileId } : look;
    });
}

/** Red, green and blue of `#15803d`, from 0 to 255. */
const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Whether two colours can hardly be distinguished, by the weighted distance of red, green and blue ("redmean"). */
export function nearColours(one: string, other: string): boolean {
  const [red = 0, green = 0, blue = 0] = channels(one);
  const [otherRed = 0, otherGreen = 0, otherBlue = 0] = channels(other);
  const mean = (red + otherRed) / 2;
  const squares =
    (2 + mean / 256) * (red - otherRed) ** 2 +
    4 * (green - otherGreen) ** 2 +
    (2 + (255 - mean) / 256) * (blue - otherBlue) ** 2;
  return Math.sqrt(squares) < 60;
}

/** The entries of a sheet: the listed parties in their order, then Others. */
export function ballotOf(parties: readonly string[]): string[] {
  return [...parties.filter((party) => party !== OTHERS), OTHERS];
}

/** Votes in ballot order, zero if absent: the form in which they are stored and summed. */
export function inBallotOrder(votes: Readonly<Record<string, number>>, parties: readonly string[]): number[] {
  return ballotOf(parties).map((party) => votes[party] ?? 0);
}

/** The reverse: stored votes by party. */
export function byParty(votes: readonly number[], parties: readonly string[]): Record<string, number> {
  return Object.fromEntries(ballotOf(parties).map((party, index) => [party, votes[index] ?? 0]));
}
