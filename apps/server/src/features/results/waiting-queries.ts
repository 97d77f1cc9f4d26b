import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn } from '../../platform/database/places.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { ADMIN_DECIDES, IS_WARD_ADMIN, notSender, TAKER } from './queries.ts';

/** Where pending results are counted. */
export interface Counted {
  electionId: ElectionId;
  source: Source;
  area: LocationId;
}

/** How many results of an area wait, and how many of them for the reader. */
export interface Waiting {
  waiting: number;
  decidable: number;
  /** The reader decides on these once their markings have an explanation; they are not among `decidable`. */
  unexplained: number;
}

export interface WaitingCounts {
  of(db: Db, actor: Actor, counted: Counted): Promise<Waiting>;
  /** To be called once a decision on the unit's result is committed: who decided sees it in the counts. */
  noteDecision(actor: Actor, unit: LocationId): void;
}

/** A result that its election's checks can keep from verification; one with more votes than voters is never verified. */
export interface Gated {
  id: ResultId;
  pollingUnitId: LocationId;
}

const GATED = sql`coalesce(s.explains, false) and not 'OVER_VOTING' = any (r.flags)`;

/** The decision is not the ward's. A ward has one admin at most (`users_one_office`), who is joined as `w`. */
const NOT_THE_WARDS = sql`(w.id is null or not ${ADMIN_DECIDES})`;

/** Those above the ward may decide, but for the rules on their person, and the result is not taken over. */
const OPEN = sql<boolean>`((${TAKER}) is null and ${NOT_THE_WARDS})`;

type Reader = Pick<Actor, 'userId' | 'role' | 'device'>;

const personOf = ({ userId }: Reader) => sql<UserId>`${userId}::uuid`;

/** The reader may decide. */
const mineOf = (reader: Reader) => sql<boolean>`((${reader.device}::text is null
  or encode(v.device, 'hex') is distinct from ${reader.device}::text) and ${notSender(personOf(reader))}
  and coalesce((${TAKER}) = ${personOf(reader)}, ${reader.role === 'ward_admin'}::boolean or ${NOT_THE_WARDS}))`;

const pendingIn = ({ electionId, source, area }: Counted) => {
  const { first, last } = areaRange(area);
  return sql`from results r join elections e on e.id = r.election_id and e.status <> 'archived'
    left join unusual_settings s on s.election_id = e.id
    left join users w on w.area_id = ${areaColumn('r.polling_unit_id', 'ward')} and ${IS_WARD_ADMIN}
    join result_versions v on v.result_id = r.id and v.version = r.version
    where r.election_id = ${electionId} and r.source = ${source} and r.status = 'pending'
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint`;
};

/** How many results are pending, how many of them the condition holds for, and which of those can need an explanation. */
export interface PendingCounts {
  state: LocationId;
  waiting: number;
  decidable: number;
  gated: Gated[];
}

/** By state; one without pending results has no row. */
async function countPending(db: Db, of: Counted, condition: RawBuilder<boolean>): Promise<PendingCounts[]> {
  // `offset 0`: the condition is looked at once for a result.
  const { rows } =
    await sql<PendingCounts>`/* results.waiting */ select ${areaColumn('w.unit', 'state')} as state, count(*) as waiting, count(*) filter (where w.decidable) as decidable,
      coalesce(json_agg(json_build_object('id', w.id, 'pollingUnitId', w.unit)) filter (where w.decidable and w.gated), '[]') as gated
    from (select r.id, r.polling_unit_id as unit, ${condition} as decidable, ${GATED} as gated ${pendingIn(of)} offset 0) w group by 1`.execute(
      db,
    );
  return rows;
}

/** On how many the reader may decide, in an area inside a state; undefined where nothing is pending. */
export const countMine = async (db: Db, reader: Reader, of: Counted): Promise<PendingCounts | undefined> =>
  (await countPending(db, of, mineOf(reader)))[0];

/** On how many those above the wards may decide whom no rule on their person keeps from it. */
export const countOpen = async (db: Db, of: Counted): Promise<PendingCounts[]> => await countPending(db, of, OPEN);

/** A pending result with which the reader has to do. */
export interface Own extends Gated {
  gated: boolean;
  open: boolean;
  mine: boolean;
}

/**
 * The pending results of the area with which the reader has to do: sent by them, from their device or by an account that they control, typed or checked
 * by them, or taken over. Of all others each open one is theirs to decide on, and no other.
 */
export async function listOwn(db: Db, reader: Reader, of: Counted): Promise<Own[]> {
  const person = personOf(reader);
  const { rows } = await sql<Own>`/* results.own */ with own as materialized (
      select result_id as id from result_versions where submitted_by = ${person}
      union select o.result_id from sessions p join result_versions o on o.submitted_by = p.user_id
        where p.device = decode(${reader.device}::text, 'hex')
      union select o.result_id from account_controls c join result_versions o on o.submitted_by = c.user_id where c.by_user_id = ${person}
      union select result_id from desk_versions where decided_by = ${person} or arbiter_id = ${person} or officer_id = ${person}
      union select result_id from result_takeovers where taken_by = ${person}
    )
    select r.id, r.polling_unit_id as "pollingUnitId", ${GATED} as gated, ${OPEN} as open, ${mineOf(reader)} as mine
    ${pendingIn(of)} and r.id in (select id from own)`.execute(db);
  return rows;
}
