import { inDigits } from '@ec/contract/base/wording';
import { findFormDifferences, type FormDifference } from '../features/collations/record/record-queries.ts';
import { findStrayDisputes } from '../features/disputes/queries.ts';
import { listElectionIds } from '../features/elections/queries.ts';
import { findRecordDifferences, type RecordDifference } from '../features/results/record-queries.ts';
import { compareTallies } from '../features/results/tally-repository.ts';
import type { Db } from '../platform/database/database.ts';

const MOST_SAID = 20;
const REMEDY = 'Do what docs/operations.md says under "A result that differs from its record".';

type Difference = Pick<RecordDifference | FormDifference, 'what' | 'says' | 'recorded' | 'version'>;

function sentenceOf({ what, says, recorded, version }: Difference): string {
  const value = (text: string | null) => text ?? 'nothing';
  switch (what) {
    case 'election':
      return `there is no election ${value(says)} any more`;
    case 'record':
      return `it says it is version ${value(says)}, and no version of it is stored`;
    case 'version':
      return `it says it is version ${value(says)}, its newest is ${value(recorded)}`;
    case 'status':
    case 'decided_by':
    case 'decided_at':
    case 'reason':
    case 'out_of_date_at':
      return `${what} is ${value(says)}, by its decisions ${value(recorded)}`;
    default:
      return `${what} is ${value(says)}, in its version ${version} ${value(recorded)}`;
  }
}

/** Compares each result with its newest version and its decisions, and prints the differences; returns their number. */
async function compareRecords(db: Db, say: (line: string) => void): Promise<number> {
  const differences = await findRecordDifferences(db);
  for (const row of differences) {
    const { unitCode, source, electionName, resultId } = row;
    const place = `${unitCode ?? 'a unit that is gone'}, ${source}, ${electionName ?? 'an election that is gone'}`;
    say(`  ${place}, result ${resultId}: ${sentenceOf(row)}. ${REMEDY}`);
  }
  say(
    `Results compared with their versions and decisions, ${differences.length === 0 ? 'each as they say' : `${differences.length} differences`}.`,
  );
  return differences.length;
}

/** Compares each collation form with its newest version, the decisions on it and its pages, and prints the differences; returns their number. */
async function compareForms(db: Db, say: (line: string) => void): Promise<number> {
  const differences = await findFormDifferences(db);
  for (const row of differences) {
    const { formCode, areaCode, source, electionName, id } = row;
    say(`  ${formCode} of ${areaCode}, ${source}, ${electionName}, form ${id}: ${sentenceOf(row)}. ${REMEDY}`);
  }
  say(
    `Collation forms compared with their versions and decisions, ${differences.length === 0 ? 'each as they say' : `${differences.length} differences`}.`,
  );
  return differences.length;
}

/**
 * Recounts every election's totals from the stored results, compares results with open disputes, versions and decisions, and collation forms with
 * versions and decisions, and prints the differences; returns their number.
 */
export async function recountAll(db: Db, say: (line: string) => void): Promise<number> {
  let faults = 0;
  const elections = await listElectionIds(db);
  if (elections.length === 0) say('There is no election to count.');
  for (const election of elections) {
    const differences = await compareTallies(db, election.id);
    faults += differences.length;
    const { results } = election;
    say(
      `${election.name}: ${inDigits(results)} results, ${differences.length === 0 ? 'totals equal the recount' : `${differences.length} totals differ`}`,
    );
    for (const row of differences.slice(0, MOST_SAID)) {
      say(
        `  ${row.source} ${row.level} ${row.areaId} ${row.status}: kept ${row.kept ?? 'nothing'}, counted ${row.counted ?? 'nothing'}`,
      );
    }
    const stray = await findStrayDisputes(db, election.id);
    faults += stray.length;
    for (const { id, status } of stray.slice(0, MOST_SAID)) {
      say(`  result ${id} is ${status}, but its disputes say otherwise`);
    }
  }
  return faults + (await compareRecords(db, say)) + (await compareForms(db, say));
}
