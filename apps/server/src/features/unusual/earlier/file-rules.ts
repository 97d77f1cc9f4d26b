import { OTHERS } from '@ec/contract/elections/parties';
import { EARLIER_COLUMNS } from '@ec/contract/unusual/earlier';
import { createUnitFileCheck, type GoodLine, type UnitFileCheck } from '../../geography/unit-file-rules.ts';

/** More than any unit, and any state, can have. */
const MOST = 10_000_000;

/** The result of a polling unit in an earlier election. */
interface Result {
  registered: number | null;
  accredited: number;
  /** In the order of the parties that were named. */
  votes: number[];
  others: number;
}
export type EarlierLine = GoodLine<Result>;

/** Checks a file line by line, with all that is wrong by line; which units the register has is not known here. */
export const createEarlierCheck = (parties: readonly string[]): UnitFileCheck<Result> =>
  createUnitFileCheck<(typeof EARLIER_COLUMNS)[number], Result>({
    columns: EARLIER_COLUMNS,
    parties,
    needed: ['registered', 'accredited', ...parties],
    unknown: `none of the parties that you named (${parties.join(', ')})`,
    most: MOST,
    read({ text, figure, votes, faults }) {
      const registered = figure('registered');
      if (text('accredited') === '') faults.push('accredited is blank');
      return {
        registered,
        accredited: figure('accredited') ?? 0,
        // A blank is a party without votes: results of whole units are published so.
        votes: votes().map((value) => value ?? 0),
        others: figure(OTHERS) ?? 0,
      };
    },
  });
