import { DEFAULT_LEVELS } from '@ec/contract/permissions/levels';
import { type RawBuilder, sql } from 'kysely';
import { takenUp } from '../../platform/identity/person.ts';

/**
 * Columns that show who could have sent the version `v` of the result `r` in the election `e` at the unit `u`: what
 * senderRefusal looks at. A control counts from the creation of the election on.
 */
export const SENDER_COLUMNS = sql`encode(v.device, 'hex') as device,
  (select coalesce(json_agg(json_build_object('by', c.by_user_id, 'act', c.act) order by c.id), '[]') from account_controls c
    where c.user_id = r.submitted_by and c.at >= e.created_at) as controls`;

/** A condition: the person with the id is not the sender of `r` and could not sign in to the sender's account within `e`. */
export const notSender = (person: RawBuilder<unknown>) => sql<boolean>`(${person} <> r.submitted_by and not exists (
  select from account_controls c where c.user_id = r.submitted_by and c.by_user_id = ${person}
    and c.at >= e.created_at))`;

/** What ward admins may do about results, as the permissions page has it; asked once for a statement, however many rows it has. */
const WARD_LEVEL = sql`coalesce((select level from role_permissions where role = 'ward_admin' and module = 'disputes'),
  ${DEFAULT_LEVELS.ward_admin.disputes})`;

/**
 * The ward has an active admin who may decide on the version, in a role that may, and who has taken up the account. One who signed in on the device that sent it may have no other, so those above may
 * decide too.
 */
export const WARD_DECIDES = sql`(${WARD_LEVEL} = 'write' and exists (select from users w where w.role = 'ward_admin'
  and w.area_id = u.parent_id and coalesce(w.status_before, w.status) = 'ACTIVE' and ${takenUp('w')} and ${notSender(sql`w.id`)}
  and (v.device is null or not exists (select from sessions s where s.user_id = w.id and s.device = v.device))))`;
