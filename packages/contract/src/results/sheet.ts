import { inDigits } from '../base/wording.ts';
import { ballotOf, OTHERS } from '../elections/parties.ts';

/**
 * The figures of one result sheet (form EC8A). Their arithmetic is the same on the officer's screen, the server and the reviewer's screen. Real
 * sheets do not always add up: a failed check makes a flag, never a refusal.
 */
export interface SheetFigures {
  /** Box 1; null if neither the sheet nor the register has it. */
  registeredVoters: number | null;
  /** Box 2. */
  accreditedVoters: number;
  votes: Readonly<Record<string, number>>;
  /** Box 6, rejected ballots. */
  voidVotes: number;
  boxes?: Ec8aBoxes | undefined;
}

/** The other boxes of the EC8A. Used (8) = spoiled (5) + rejected (6) + valid (7); issued (3) = unused (4) + used (8). */
export interface Ec8aBoxes {
  ballotsIssued: number;
  unusedBallots: number;
  spoiledBallots: number;
  validVotes: number;
  usedBallots: number;
}
/** In the order of a receipt's digest (docs/receipts.md). */
export const BOXES = [
  'ballotsIssued',
  'unusedBallots',
  'spoiledBallots',
  'validVotes',
  'usedBallots',
] as const satisfies readonly (keyof Ec8aBoxes)[];

/** No polling unit has as many voters; a larger figure is a typing error. */
export const MAX_FIGURE = 99_999;

export const FLAG_CODES = [
  'OVER_VOTING',
  'ZERO_ACCREDITED',
  'ACCREDITED_ABOVE_REGISTERED',
  'VOTES_ABOVE_REGISTERED',
  'REGISTERED_DIFFERS',
  'ZERO_VOTES',
  'EC8A_VALID_SUM',
  'EC8A_USED_SUM',
  'EC8A_ISSUED_SUM',
  'LATE',
  'ACCREDITATION_DIFFERS',
] as const;
export type FlagCode = (typeof FLAG_CODES)[number];

/** The text of each failed check. */
export const FLAG_TEXT: Record<FlagCode, string> = {
  OVER_VOTING: 'Over-voting: more votes than accredited voters',
  ZERO_ACCREDITED: 'Votes with no accredited voter',
  ACCREDITED_ABOVE_REGISTERED: 'More accredited than registered voters',
  VOTES_ABOVE_REGISTERED: 'More votes than registered voters',
  REGISTERED_DIFFERS: 'Registered voters differ from the register',
  ZERO_VOTES: 'The sheet shows no votes at all',
  EC8A_VALID_SUM: 'box 7 (valid) does not add up',
  EC8A_USED_SUM: 'box 8 (used) does not add up',
  EC8A_ISSUED_SUM: 'box 3 (issued) does not add up',
  LATE: 'Sent after the deadline',
  ACCREDITATION_DIFFERS: 'Accredited voters differ between the sheets of this unit',
};

/** A check with its arithmetic in words; `ok` false makes it a flag. */
export interface SheetCheck {
  code: FlagCode;
  ok: boolean;
  message: string;
  arithmetic: string;
}
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

export function validVotes(votes: Readonly<Record<string, number>>): number {
  return sum(Object.values(votes));
}

/** Total votes cast: valid and void votes. */
export function totalVotes(figures: Pick<SheetFigures, 'votes' | 'voidVotes'>): number {
  return validVotes(figures.votes) + figures.voidVotes;
}

/** Percent with one decimal; 0 if the whole is 0. What is not the whole never reads 100. */
export function percent(part: number, whole: number): number {
  if (whole <= 0) return 0;
  const rounded = Math.round((part / whole) * 1000) / 10;
  return part < whole ? Math.min(rounded, 99.9) : rounded;
}

/** The sum as one writes it beside the sheet, without what is 0: 31 + 12 + 88 + 2 + 3 + 4 = 140. */
export function sumInWords(figures: Pick<SheetFigures, 'votes' | 'voidVotes'>, parties: readonly string[]): string {
  const parts = [...ballotOf(parties).map((party) => figures.votes[party] ?? 0), figures.voidVotes];
  const shown = parts.filter((part) => part > 0);
  return `${(shown.length > 0 ? shown : [0]).map(inDigits).join(' + ')} = ${inDigits(sum(parts))}`;
}

/** The over-voting warning, the same text everywhere. */
export function overVotingWarning(total: number, accredited: number): string | null {
  return accredited > 0 && total > accredited
    ? `Warning: Total votes (${total}) exceeds accredited voters (${accredited})`
    : null;
}

function compare(code: FlagCode, a: [string, number], b: [string, number], within: string): SheetCheck {
  const ok = a[1] <= b[1];
  return {
    code,
    ok,
    message: ok ? within : FLAG_TEXT[code],
    arithmetic: `${a[0]} ${inDigits(a[1])} ${ok ? '≤' : '>'} ${b[0]} ${inDigits(b[1])}`,
  };
}

function equal(code: FlagCode, box: [string, number], parts: [string, number][], message: string): SheetCheck {
  const expected = sum(parts.map(([, value]) => value));
  const ok = expected === box[1];
  return {
    code,
    ok,
    message: ok ? message : FLAG_TEXT[code],
    arithmetic: `${parts.map(([name, value]) => `${name} ${inDigits(value)}`).join(' + ')} = ${inDigits(expected)}, ${box[0]} says ${inDigits(box[1])}`,
  };
}

/**
 * Every check that applies to the sheet, passed or not, in the reviewer's order. `registerVoters` is the register's figure for the unit, null if
 * unknown.
 */
export function checkSheet(figures: SheetFigures, registerVoters: number | null): SheetCheck[] {
  const total = totalVotes(figures);
  const accredited = figures.accreditedVoters;
  const registered = figures.registeredVoters;
  const checks: SheetCheck[] = [
    compare('OVER_VOTING', ['total votes', total], ['accredited', accredited], 'Total within accredited'),
  ];
  if (accredited === 0 && total > 0) {
    checks.push({
      code: 'ZERO_ACCREDITED',
      ok: false,
      message: FLAG_TEXT.ZERO_ACCREDITED,
      arithmetic: `accredited 0, total votes ${inDigits(total)}`,
    });
  }
  if (total === 0) {
    checks.push({
      code: 'ZERO_VOTES',
      ok: false,
      message: FLAG_TEXT.ZERO_VOTES,
      arithmetic: `total votes 0, accredited ${inDigits(accredited)}`,
    });
  }
  if (registered !== null) {
    checks.push(
      compare(
        'ACCREDITED_ABOVE_REGISTERED',
        ['accredited', accredited],
        ['registered', registered],
        'Accredited within registered',
      ),
    );
    if (total > registered) {
      checks.push(
        compare(
          'VOTES_ABOVE_REGISTERED',
          ['total votes', total],
          ['registered', registered],
          'Total within registered',
        ),
      );
    }
    if (registerVoters !== null && registerVoters !== registered) {
      checks.push({
        code: 'REGISTERED_DIFFERS',
        ok: false,
        message: FLAG_TEXT.REGISTERED_DIFFERS,
        arithmetic: `sheet ${inDigits(registered)}, register ${inDigits(registerVoters)}`,
      });
    }
  }
  return figures.boxes ? [...checks, ...checkBoxes(figures, figures.boxes)] : checks;
}

function checkBoxes(figures: SheetFigures, boxes: Ec8aBoxes): SheetCheck[] {
  return [
    equal(
      'EC8A_VALID_SUM',
      ['box 7 (valid)', boxes.validVotes],
      [['parties', validVotes(figures.votes)]],
      'Box 7 is the sum of the parties',
    ),
    equal(
      'EC8A_USED_SUM',
      ['box 8 (used)', boxes.usedBallots],
      [
        ['spoiled', boxes.spoiledBallots],
        ['rejected', figures.voidVotes],
        ['valid', boxes.validVotes],
      ],
      'Box 8 is spoiled, rejected and valid together',
    ),
    equal(
      'EC8A_ISSUED_SUM',
      ['box 3 (issued)', boxes.ballotsIssued],
      [
        ['unused', boxes.unusedBallots],
        ['used', boxes.usedBallots],
      ],
      'Box 3 is unused and used together',
    ),
  ];
}

export const TIE = 'Tie';

export interface PartyVotes {
  party: string;
  votes: number;
}

/** Who leads, and by how much. */
export interface Lead {
  /** The party with the most votes; Tie if several have the most, null without votes. */
  leading: string | null;
  /** The strongest party and the next, equals in the order of the ballot; of a tie two of those that share it. */
  first: PartyVotes | undefined;
  second: PartyVotes | undefined;
  /** Votes of the first less those of the second. */
  lead: number;
}

/** Who leads by these votes. Others is a sum of several parties and cannot be elected: it never leads and is never second. */
export function leadOf(votes: Readonly<Record<string, number>>): Lead {
  const [first, second] = Object.entries(votes)
    .flatMap(([party, n]) => (party === OTHERS ? [] : [{ party, votes: n }]))
    .toSorted((a, b) => b.votes - a.votes);
  const most = first?.votes ?? 0;
  const lead = most - (second?.votes ?? 0);
  const leading = most === 0 ? null : lead === 0 ? TIE : (first?.party ?? null);
  return { leading, first, second, lead };
}

/** The highest entry of one sheet, Others included, as the database stores it with the result (`results_as_recorded`). See `leadOf` for who leads. */
export function leadingParty(votes: Readonly<Record<string, number>>): string | null {
  const most = Math.max(0, ...Object.values(votes));
  if (most === 0) return null;
  const leaders = Object.keys(votes).filter((party) => votes[party] === most);
  return leaders.length === 1 ? (leaders[0] ?? null) : TIE;
}
