import { PUBLISHED_COLUMNS, PUBLISHED_STATES, type PublishedState } from '@ec/contract/collations/published';
import { MAX_COLLATED } from '@ec/contract/collations/schemas';
import { createUnitFileCheck, type GoodLine, type UnitFileCheck } from '../../geography/unit-file-rules.ts';

const LONGEST_NOTE = 1000;

interface Published {
  state: PublishedState;
  registered: number | null;
  accredited: number | null;
  /** In the order of the ballot. */
  votes: (number | null)[];
  rejected: number | null;
  note: string | null;
}
export type PublishedLine = GoodLine<Published>;

const STATE_NAMES = new Map(PUBLISHED_STATES.map((state) => [state as string, state]));

/** Checks a file line by line, with all that is wrong by line; which units exist is not known here. */
export const createPublishedCheck = (parties: readonly string[]): UnitFileCheck<Published> =>
  createUnitFileCheck<(typeof PUBLISHED_COLUMNS)[number], Published>({
    columns: PUBLISHED_COLUMNS,
    parties,
    needed: [],
    unknown: 'no party on the ballot',
    most: MAX_COLLATED,
    read({ text, figure, votes, faults }) {
      const named = text('status').toLowerCase().replaceAll(/[ -]/g, '_') || 'figures';
      const state = STATE_NAMES.get(named);
      if (state === undefined)
        faults.push(`${text('status')} is no status: figures, absent, blurred or wrong_unit; blank is figures`);
      const figures = {
        registered: figure('registered'),
        accredited: figure('accredited'),
        votes: votes(),
        rejected: figure('rejected'),
      };
      const blank = Object.values(figures)
        .flat()
        .every((value) => value === null);
      if (faults.length === 0 && state === 'figures' && blank) faults.push('The line has neither figures nor a status');
      if (faults.length === 0 && state !== 'figures' && !blank)
        faults.push(`The status is ${named}, so the line has no figures`);
      const note = text('note');
      if (note.length > LONGEST_NOTE) faults.push(`The note is longer than ${LONGEST_NOTE} letters`);
      return { state: state ?? 'figures', ...figures, note: note || null };
    },
  });
