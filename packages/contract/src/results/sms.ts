import { ballotOf, OTHERS, PARTIES } from '../elections/parties.ts';
import { type SheetFigures, validVotes } from './sheet.ts';

/** One part of a text in the GSM 7-bit alphabet. */
export const SMS_LENGTH = 160;

/** Damm's quasigroup of order 10: the check digit finds every wrong digit and every swap of two neighbours. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const;

/** The check digit of a row of digits, by Damm; with it appended the result is 0. */
export function checkDigit(digits: string): number {
  let row = 0;
  for (const digit of digits) row = Number(DAMM[row]?.[Number(digit)]);
  return row;
}

/** A unit as the text names it: the nine digits of its code and their check digit. */
export function smsUnit(unitCode: string): string {
  const digits = unitCode.replaceAll('-', '');
  return `${digits}${checkDigit(digits)}`;
}

/** Letters that stand for something else than a party: registered, accredited, rejected, total, PIN, rest zero. */
const TAKEN = new Set(['R', 'A', 'J', 'T', 'P', 'Z']);

/** A party as the text names it; one whose code is a letter that is taken, by its name (Accord, whose code is A: ACCORD). */
export function smsParty(party: string): string {
  if (party === OTHERS) return 'OT';
  if (!TAKEN.has(party)) return party.toUpperCase();
  return (PARTIES[party]?.name ?? `PARTY${party}`).toUpperCase().replaceAll(/[^A-Z]/g, '');
}

/** Codes and figures of the parties, without those of no votes where `short`. */
function partyWords(votes: Readonly<Record<string, number>>, parties: readonly string[], short: boolean): string[] {
  return ballotOf(parties).flatMap((party) => {
    const figure = votes[party] ?? 0;
    return figure === 0 && (short || party === OTHERS) ? [] : [`${smsParty(party)}${figure}`];
  });
}

/** The figures in words: `APC 120, LP 98, Others 7, rejected 4, accredited 310`. Without parties that have no votes where `short`. */
export function resultFigures(figures: SheetFigures, parties: readonly string[], short = false): string {
  const { votes, voidVotes, accreditedVoters } = figures;
  const shown = ballotOf(parties).filter((party) => votes[party] !== undefined && (!short || votes[party] > 0));
  const words = shown.map((party) => `${party} ${votes[party]}`);
  return [...words, `rejected ${voidVotes}`, `accredited ${accreditedVoters}`].join(', ');
}

/** What of a receipt an SMS contains. */
type ReceiptParts = { submissionId: string; digest: string };

/**
 * A receipt for a text message: time, figures, submission ID and the first 12 digits of the digest. Where all parties are longer than one part,
 * those without votes are left out.
 */
export function receiptSms(
  { submissionId, digest }: ReceiptParts,
  { time, sheet, parties }: { time: string; sheet: SheetFigures; parties: readonly string[] },
): string {
  const text = (short: boolean) =>
    `Received ${time}: ${resultFigures(sheet, parties, short)}. ID ${submissionId}. Receipt ${digest.slice(0, 12)}`;
  return text(false).length <= SMS_LENGTH ? text(false) : text(true);
}

/**
 * A result as a text message, with the valid votes as its control total: `EC 2411050032 R522 A310 J4 APC120 LP98 PDP45 T272`. Where all
 * parties are longer than one part, those without votes are left out, and `Z` says that the rest is zero.
 */
export function resultSms(unitCode: string, figures: SheetFigures, parties: readonly string[]): string {
  const { registeredVoters, accreditedVoters, voidVotes, votes } = figures;
  const registered = registeredVoters === null ? [] : [`R${registeredVoters}`];
  const head = ['EC', smsUnit(unitCode), ...registered, `A${accreditedVoters}`, `J${voidVotes}`];
  const total = `T${validVotes(votes)}`;
  const whole = [...head, ...partyWords(votes, parties, false), total].join(' ');
  return whole.length <= SMS_LENGTH ? whole : [...head, ...partyWords(votes, parties, true), total, 'Z'].join(' ');
}
