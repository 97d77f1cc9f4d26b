import { inDigits } from '../base/wording.ts';
import { countedWrong, type SheetOutcome, uncheckable, unsettled } from './outcomes.ts';
import type { ReviewAudit } from './schemas.ts';

/** How a drawn sheet stands, on screens and in files. */
export const OUTCOME_WORDS: Readonly<Record<SheetOutcome, string>> = {
  right: 'Right',
  wrong: 'Wrong',
  unreadable: 'Photo cannot be read',
  no_photo: 'No photo',
  changed: 'Changed since the draw',
  arbiter: 'Waits for an arbiter',
  waiting: 'Waits for its entry',
  left: 'Not entered',
};

/** The rule of the draw, as others can repeat it. */
export const DRAW_RULE =
  'The verified official sheets of the election are ordered by the SHA-256 of seed, election id, unit code and version, joined by line feeds. The first ones are drawn; an extension takes the next ones.';
const sheetsWords = (count: number) => (count === 1 ? '1 sheet' : `${inDigits(count)} sheets`);
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** A share in percent, with the two decimals that bounds are published with. */
export const shareWords = (share: number): string => `${(share * 100).toFixed(2)}%`;

type Found = Pick<
  ReviewAudit,
  'number' | 'sheets' | 'population' | 'seed' | 'seedMade' | 'counts' | 'extensions' | 'bound' | 'closed' | 'asked'
> & { drawnAt: string };

/** What was drawn, from what, when and by which seed; that of an open audit is not shown, as it says which sheets are entered for it. */
function drawWords(audit: Found, moment: (at: string) => string): string {
  const { sheets, population, seed, seedMade, extensions, closed } = audit;
  const by =
    closed === null
      ? `a seed${seedMade ? ' made by the server' : ''} that is published once the audit is closed`
      : `the seed “${seed}”${seedMade ? ', made by the server' : ''}`;
  const extended =
    extensions.length === 0
      ? ''
      : `, extended ${extensions.length === 1 ? 'once' : `${extensions.length} times`} after errors`;
  return `${inDigits(sheets)} of the ${sheetsWords(population)} of the whole official count that ${population === 1 ? 'was' : 'were'} verified by ${moment(audit.drawnAt)}, drawn by ${by}${extended}.`;
}

/** What the entries found so far. */
function foundWords({ sheets, counts }: Found): string {
  const left = unsettled(counts);
  const [wrong, lost] = [counts.wrong, uncheckable(counts)];
  const errors = wrong === 0 ? 'none is wrong' : `${inDigits(wrong)} ${are(wrong)} wrong`;
  const lostWords = lost === 0 ? '' : `, ${inDigits(lost)} could not be checked`;
  const entered = counts.right + wrong;
  if (left === 0 && lost === 0) return `All are entered again from their photos: ${errors}.`;
  return `${inDigits(entered)} of ${inDigits(sheets)} ${are(entered)} entered again from their photos: ${errors}${lostWords}${left === 0 ? '' : `, ${inDigits(left)} not settled`}.`;
}

/**
 * How surely the bound of an audit holds: at 95 percent after one look at the sample. The size of an extended one was chosen after looking, so that only
 * the level of all its looks together is stated.
 */
export function confidenceWords({ extensions }: Pick<ReviewAudit, 'extensions'>): string {
  const looks = extensions.length + 1;
  return looks === 1 ? '95%' : `no less than ${Math.max(0, 100 - 5 * looks)}%`;
}

/** What follows for all sheets; nothing as long as a sheet is not settled. */
function boundWords(audit: Found): string {
  const { bound, counts, population, closed, extensions } = audit;
  const stopped = closed?.reason ? ` Closed early: ${closed.reason}` : '';
  if (bound === null) {
    return closed === null
      ? 'A bound is stated once all of them are settled.'
      : `No bound is stated, because not all of them were settled.${stopped}`;
  }
  const lost = uncheckable(counts);
  // A bound that is a whole number of sheets is not made one less by its last binary digit.
  const wrong = Math.floor(bound * population + 1e-6);
  const worst =
    lost === 0 ? '' : `, with what could not be checked counted as wrong (${inDigits(countedWrong(counts))} in all)`;
  const looks =
    extensions.length === 0 ? '' : ` The sample was looked at ${extensions.length + 1} times, so 95% is not certain.`;
  return `At ${confidenceWords(audit)} confidence at most ${shareWords(bound)} of the ${inDigits(population)} verified sheets, ${inDigits(wrong)} at most, are wrong${worst}.${looks}${stopped}`;
}

export const auditTitle = ({ number: of, closed }: Pick<ReviewAudit, 'number' | 'closed'>): string =>
  `Audit of our own reviewing, no. ${of}${closed === null ? ', still open' : ''}`;

/** What an audit says, in sentences: the draw, what was found, and the bound. `moment` writes a time as its reader reads times. */
export function statementOf(audit: Found, moment: (at: string) => string): string {
  return `${drawWords(audit, moment)} ${foundWords(audit)} ${boundWords(audit)}`;
}
