import type { SecondEntryState, Verdict } from './states.ts';

/** How a second entry stands, on screens and in sentences. */
export const STATE_WORDS: Readonly<Record<SecondEntryState, string>> = {
  waiting: 'Waiting for a transcriber',
  claimed: 'Being entered',
  differs: 'Differs',
  unreadable: 'Photo cannot be read',
  correcting: 'Being corrected',
  matched: 'Matched',
  officer_asked: 'Returned to the officer',
  wrong: 'Verified figures wrong',
  illegible: 'Photo not readable',
  void: 'No longer needed',
};

/** As a sentence names it; null before the sheet joins the queue. */
export const entryWords = (state: SecondEntryState | null): string =>
  state === null ? 'not begun yet' : STATE_WORDS[state].toLowerCase();

/** Why the sheet is entered a second time. */
export const GROUND_WORDS = {
  flagged: 'A check failed',
  sample: 'Drawn at random',
  all: 'All results are entered twice',
  again: 'An earlier version was entered twice',
  audit: 'Drawn for an audit of our own reviewing',
} as const;

/** What a verdict says; of a desk version, which no officer sent, as well. */
export const verdictLabel = (verdict: Verdict, ofDesk: boolean): string =>
  ofDesk && verdict === 'officer_wrong' ? 'The desk version is wrong' : VERDICT_WORDS[verdict].label;

export const VERDICT_WORDS: Readonly<Record<Verdict, { label: string; help: string }>> = {
  entry_wrong: {
    label: 'The second entry is wrong',
    help: 'The transcriber enters the differing fields again, without seeing either figure.',
  },
  officer_wrong: {
    label: 'The officer’s figures are wrong',
    help: 'The result is returned to the officer, with the fields named.',
  },
  verified_wrong: {
    label: 'The verified figures are wrong',
    help: 'The result is disputed, with the fields named, and an administrator above you decides on it.',
  },
  neither: {
    label: 'Neither is right',
    help: 'This entry is discarded, and another transcriber enters the sheet.',
  },
  equal: {
    label: 'The sheet is empty, and both are right',
    help: 'No vote stands on the paper. The entries count as matched.',
  },
  new_photo: {
    label: 'Ask the officer for a new photo',
    help: 'The result is returned to the officer, with the fields named.',
  },
  illegible: {
    label: 'The photo cannot be read',
    help: 'The sheet counts as not checked. The result stays as it is.',
  },
  readable: {
    label: 'The photo can be read',
    help: 'Another transcriber enters the sheet.',
  },
};
