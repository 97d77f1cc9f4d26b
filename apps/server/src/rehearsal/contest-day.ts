import type { ContestDayId, UserId } from '@ec/contract/base/common';
import type { ConstituencyKind } from '@ec/contract/constituencies/kinds';
import type { ElectionType } from '@ec/contract/elections/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { saveAssignments, saveConstituencies } from '../features/constituencies/repository.ts';
import { constituencyId } from '../features/constituencies/rules.ts';
import { assignElections, insertContestDay } from '../features/contest-days/repository.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/runtime/ids.ts';
import { type RehearsedElection, storeElection } from './elections.ts';
import { BALLOT_2023 } from './facts-2023.ts';
import { fateOf } from './fates.ts';
import { DEMO, type PlannedState } from './plan.ts';
import { seeded } from './random.ts';
import type { LoadedResult } from './results.ts';
import { moved, type PlannedSheet } from './sheets.ts';

/** Share of units in which the sheets differ in the accredited voters. */
const DIFFERING = 0.02;
/** Numbers of made-up constituencies, above those of the register. */
const FIRST_CODE = 9001;
const SENATORIAL_DISTRICTS = 3;

const CONTESTS: { type: ElectionType; name: string; kind: ConstituencyKind }[] = [
  { type: 'senatorial', name: 'Lagos senatorial election (rehearsal)', kind: 'senatorial' },
  { type: 'house_of_representatives', name: 'Lagos House of Representatives election (rehearsal)', kind: 'federal' },
];

/** Made-up constituencies of the demo's state: three senatorial districts, and a federal constituency for each LGA with two for the demo's own. */
async function storeConstituencies(tx: Tx, { fact, wards }: PlannedState): Promise<void> {
  const lgas = [...new Set(wards.map(({ id }) => ancestorOf(id, 'lga')))];
  const inDemo = wards.filter(({ id }) => ancestorOf(id, 'lga') === DEMO.lga);
  const codes = (ward: LocationId) => {
    const at = lgas.indexOf(ancestorOf(ward, 'lga'));
    const second = inDemo.findIndex(({ id }) => id === ward) >= inDemo.length / 2;
    return {
      senatorial: FIRST_CODE + Math.floor((at * SENATORIAL_DISTRICTS) / lgas.length),
      federal: FIRST_CODE + (second ? lgas.length : at),
    };
  };
  const assignments = wards.flatMap(({ id }) =>
    (['senatorial', 'federal'] as const).map((kind) => {
      const code = codes(id)[kind];
      return { ward: id, kind, code, constituency: constituencyId(kind, code) };
    }),
  );
  const all = new Map(
    assignments.map(({ kind, code, constituency }) => {
      const name = `Lagos ${kind === 'senatorial' ? 'senatorial district' : 'federal constituency'} ${code - FIRST_CODE + 1} (rehearsal)`;
      return [constituency, { id: constituency, kind, code, state: fact.id, name, line: 0 }];
    }),
  );
  await saveConstituencies(tx, [...all.values()]);
  await saveAssignments(tx, assignments);
}

/** Holds the presidential election together with two more in the demo's state; answers these. */
export async function storeContestDay(
  tx: Tx,
  {
    presidential,
    state,
    createdBy,
    now,
  }: {
    presidential: RehearsedElection;
    state: PlannedState;
    createdBy: UserId;
    now: Date;
  },
): Promise<RehearsedElection[]> {
  await storeConstituencies(tx, state);
  const others: RehearsedElection[] = [];
  for (const { type, name } of CONTESTS) {
    const plan = { type, name, status: 'live', inDays: 0, parties: BALLOT_2023, area: DEMO.state } as const;
    const description = 'Made-up votes, held on the day of the presidential election.';
    others.push(await storeElection(tx, { ...plan, description, configuration: {} }, createdBy, now));
  }
  const id = newId<ContestDayId>();
  const { electionDate: date } = presidential;
  await insertContestDay(tx, { id, date, name: 'General election (rehearsal)', createdBy });
  await assignElections(tx, [presidential.id, ...others.map((one) => one.id)], id);
  return others;
}

/** The sheets of another contest in the same units: other votes of the same voters, all of them there at the start. */
export function* contestResults(
  sheets: readonly PlannedSheet[],
  contest: RehearsedElection,
  officers: ReadonlyMap<LocationId, UserId>,
): Generator<LoadedResult> {
  for (const sheet of sheets) {
    const officer = officers.get(sheet.unit);
    if (!officer) continue;
    const random = seeded(`${contest.name} ${sheet.code}`);
    const votes = moved(sheet.votes, random() * 0.2);
    const differs = random() < DIFFERING && sheet.accredited + 3 <= sheet.registered;
    const sentAt = random() * 0.85;
    const over = sheet.totalVotes > sheet.accredited;
    const fate = fateOf(sheet) ?? {
      status: over ? ('pending' as const) : ('verified' as const),
      sentAt,
      decidedAt: over ? null : sentAt + 0.12,
      reason: null,
      contested: false,
    };
    yield { sheet: { ...sheet, votes, accredited: sheet.accredited + (differs ? 3 : 0) }, fate, officer };
  }
}
