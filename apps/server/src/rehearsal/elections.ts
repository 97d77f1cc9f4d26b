import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { ElectionStatus, ElectionType } from '@ec/contract/elections/schemas';
import { type LocationId, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { DEFAULT_PARTIES } from '@ec/contract/elections/parties';
import { sql } from 'kysely';
import { insertElection } from '../features/elections/repository.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/runtime/ids.ts';
import { BALLOT_2023 } from './facts-2023.ts';
import { DEMO } from './plan.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Identifies the rehearsed election for the feeder and later starts. */
const MARK = { rehearsal: 'presidential-2023' };

export interface RehearsedElection {
  id: ElectionId;
  name: string;
  parties: string[];
  closesAt: Date;
  electionDate: string;
}

interface VotingHours {
  opensAt: Date;
  closesAt: Date;
  electionDate: string;
}

/** The usual hours, 08:30 to 14:30 West Africa Time (UTC+1 all year), on the day of the given moment. */
function usualHours(moment: Date): VotingHours {
  const electionDate = new Date(moment.getTime() + HOUR).toISOString().slice(0, 10);
  const at = (time: string) => new Date(`${electionDate}T${time}:00+01:00`);
  return { opensAt: at('08:30'), closesAt: at('14:30'), electionDate };
}

/**
 * Voting hours that have just ended, so that results are due now: the usual hours in the afternoon; in the morning hours that ended an hour ago; just
 * after midnight, yesterday's.
 */
export function votingHours(now: Date): VotingHours {
  const usual = usualHours(now);
  const half = HOUR / 2;
  const closes = Math.floor((now.getTime() - HOUR) / half) * half;
  if (closes >= usual.closesAt.getTime()) return usual;
  const midnight = new Date(`${usual.electionDate}T00:00:00+01:00`).getTime();
  const opens = Math.max(midnight, closes - 6 * HOUR);
  if (closes - opens < HOUR) return usualHours(new Date(now.getTime() - DAY));
  return { ...usual, opensAt: new Date(opens), closesAt: new Date(closes) };
}

interface Planned {
  name: string;
  type: ElectionType;
  status: ElectionStatus;
  description: string;
  /** Days from now. */
  inDays: number;
  parties: readonly string[];
  area: LocationId;
  configuration: Record<string, unknown>;
}

export async function storeElection(tx: Tx, plan: Planned, createdBy: UserId, now: Date): Promise<RehearsedElection> {
  const id = newId<ElectionId>();
  const hours = plan.inDays === 0 ? votingHours(now) : usualHours(new Date(now.getTime() + plan.inDays * DAY));
  const { name, type, status, description, configuration, area } = plan;
  const parties = [...plan.parties];
  const fields = { name, type, status, description, configuration, parties };
  await insertElection(tx, { id, ...fields, ...hours, areas: [area], createdBy });
  return { id, name, parties, closesAt: hours.closesAt, electionDate: hours.electionDate };
}

const kano = locationIdOf('19') ?? NATION;
/** Not on the demo chain: its officers have the elections of the contest day and no other. */
export const PAST_AREA = locationIdOf('24-01') ?? NATION;

/** The live presidential election, and one election of each other status for lists and filters. */
export async function storeElections(
  tx: Tx,
  createdBy: UserId,
  now: Date,
): Promise<{ presidential: RehearsedElection; completed: RehearsedElection; archived: RehearsedElection }> {
  const local = { type: 'local_government', parties: DEFAULT_PARTIES, configuration: {} } as const;
  const state = { type: 'gubernatorial', parties: DEFAULT_PARTIES, configuration: {} } as const;
  const presidential = await storeElection(
    tx,
    {
      name: 'Presidential election 2023 (rehearsal)',
      description:
        'The votes of 25 February 2023 by state, spread over made-up polling units. A rehearsal, not a result.',
      type: 'presidential',
      status: 'live',
      inDays: 0,
      parties: BALLOT_2023,
      area: NATION,
      configuration: MARK,
    },
    createdBy,
    now,
  );
  const description = 'Made-up data of the rehearsal.';
  const lagos = { name: 'Lagos governorship election (rehearsal)', area: DEMO.state, inDays: 60 };
  const inKano = { name: 'Kano governorship election (rehearsal)', area: kano, inDays: 14 };
  await storeElection(tx, { ...state, ...lagos, description, status: 'draft' }, createdBy, now);
  await storeElection(tx, { ...state, ...inKano, description, status: 'scheduled' }, createdBy, now);
  const agege = { name: 'Agege council election (rehearsal)', area: PAST_AREA, inDays: -30 };
  const pilot = { name: 'Agege council pilot (rehearsal)', area: PAST_AREA, inDays: -90 };
  const completed = await storeElection(tx, { ...local, ...agege, description, status: 'completed' }, createdBy, now);
  const archived = await storeElection(tx, { ...local, ...pilot, description, status: 'archived' }, createdBy, now);
  return { presidential, completed, archived };
}

/** The rehearsed election while it is live. */
export async function findRehearsedElection(db: Db): Promise<RehearsedElection | undefined> {
  const rows = await db
    .selectFrom('elections')
    .select(['id', 'name', 'parties', 'closes_at as closesAt', 'election_date as electionDate', 'configuration'])
    .where('status', '=', 'live')
    .execute();
  return rows.find(({ configuration }) => configuration['rehearsal'] === MARK.rehearsal);
}

/** Moves the voting hours forward at a later start, so that the rehearsal's deadline has not passed. */
export async function renewVotingHours(tx: Tx, election: RehearsedElection, now: Date): Promise<boolean> {
  if (now.getTime() - election.closesAt.getTime() < 12 * HOUR) return false;
  const { opensAt, closesAt, electionDate } = votingHours(now);
  // The day takes the date of its elections along.
  await sql`update contest_days d set date = ${electionDate}, updated_at = ${now} from elections e
    where e.id = ${election.id} and d.id = e.contest_day_id`.execute(tx);
  await sql`update elections e set opens_at = ${opensAt}, closes_at = ${closesAt}, election_date = ${electionDate}, updated_at = ${now}
    where e.id = ${election.id} or e.contest_day_id = (select contest_day_id from elections where id = ${election.id})`.execute(
    tx,
  );
  return true;
}
