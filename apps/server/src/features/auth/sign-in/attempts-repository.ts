import type { CompiledQuery } from 'kysely';
import { statement, type Statements, type Tx } from '../../../platform/database/database.ts';
import { KNOWN_DEVICES } from '../../../platform/identity/known-devices.ts';
import { type Attempt, EVERYWHERE, sourcesOf } from './attempt-rules.ts';
import type { Person } from '../repository.ts';

/** Whether the attempt comes from a device on which the phone number's owner has signed in; does the same work for an unknown number. */
const KNOWN = `select exists (select from known_devices d join users u on u.id = d.user_id
  where u.phone = $1 and u.status <> 'DELETED' and d.device = $2::bytea) as known`;

const standing = statement<{ known: boolean; until: Date | null }>(
  'auth.standing',
  `with k as (${KNOWN})
   select k.known, (select max(a.locked_until) from sign_in_attempts a
     where a.phone = $1 and a.source = any (case when k.known then $3::text[] else $4::text[] end)) as until from k`,
);

/** Until when such attempts are locked, and whether the device is known. */
export async function findStanding(
  db: Statements,
  attempt: Attempt,
): Promise<{ known: boolean; lockedUntil: Date | null }> {
  const { known, stranger } = sourcesOf(attempt);
  const [row] = await standing(db, [attempt.phone, attempt.device, known, stranger]);
  return { known: row?.known ?? false, lockedUntil: row?.until ?? null };
}

const countOne = statement<{ known: boolean; source: string | null; failures: number; locked: boolean }>(
  'auth.count_failure',
  `with k as (${KNOWN}), counted as (
     insert into sign_in_attempts as a (phone, source, failures, last_failure_at)
     select $1, s.source, 1, $5::timestamptz
       from k cross join unnest(case when k.known then $3::text[] else $4::text[] end) as s (source) order by s.source
     on conflict (phone, source) do update set
       failures = case when a.locked_until is null and a.last_failure_at > $6::timestamptz then a.failures + 1 else 1 end,
       last_failure_at = excluded.last_failure_at,
       locked_until = case when a.locked_until is null and a.last_failure_at > $6::timestamptz
         and a.failures + 1 >= case a.source when '${EVERYWHERE}' then $8::int else $7::int end then $9::timestamptz end
     where a.locked_until is null or a.locked_until <= excluded.last_failure_at
     returning source, failures, locked_until is not null as locked)
   select k.known, c.source, c.failures, c.locked from k left join counted c on true order by c.source = '${EVERYWHERE}'`,
);

/**
 * Counts one failure in a single statement, so that concurrent failures all count, and locks at the limit. An expired lock or a failure long after
 * the previous one starts a new count. `last` is true if one more failure locks a source. Undefined if the source was locked meanwhile: such an
 * attempt is not counted.
 */
export async function countFailure(
  tx: Statements,
  attempt: Attempt,
  limits: { now: Date; since: Date; allowed: number; everywhere: number; lockedUntil: Date },
): Promise<{ failures: number; locked: string[]; last: boolean } | undefined> {
  const { known, stranger } = sourcesOf(attempt);
  const { now, since, allowed, everywhere, lockedUntil } = limits;
  const counts = [now, since, allowed, everywhere, lockedUntil];
  const rows = await countOne(tx, [attempt.phone, attempt.device, known, stranger, ...counts]);
  const [first] = rows;
  const sources = first?.known ? known : stranger;
  if (!first || first.source === null || rows.length < sources.length) return undefined;
  const locked = rows.flatMap((row) => (row.locked && row.source !== null ? [row.source] : []));
  const left = rows.map(({ source, failures }) => (source === EVERYWHERE ? everywhere : allowed) - failures);
  return { failures: first.failures, locked, last: locked.length === 0 && Math.min(...left) === 1 };
}

/** Deletes all failures and locks of the phone number, from all sources. */
export async function clearFailures(tx: Tx, phone: string): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('phone', '=', phone).execute();
}

const signedIn = statement<never>(
  'auth.signed_in',
  `with failures as (delete from sign_in_attempts where phone = $3 and source = any ($4::text[])),
     used as (insert into known_devices (user_id, device, first_used_at, last_used_at)
       select $1, $5, $2, $2 where $5::bytea is not null
       on conflict (user_id, device) do update set last_used_at = excluded.last_used_at),
     former as (delete from known_devices where user_id = $1 and device in (
       select device from known_devices where user_id = $1 and device <> $5::bytea
       order by last_used_at desc, device offset ${KNOWN_DEVICES - 1}))
   update users set last_login_at = $2 where id = $1`,
);

/** The query that records the sign-in and makes the device known. It clears the failures of this device and network, not those from elsewhere. */
export function signInWrite({ id }: Pick<Person, 'id'>, attempt: Attempt, now: Date): CompiledQuery<unknown> {
  const { known, stranger } = sourcesOf(attempt);
  const own = [...known, ...stranger.filter((source) => source !== EVERYWHERE)];
  return signedIn.of([id, now, attempt.phone, own, attempt.device]);
}
