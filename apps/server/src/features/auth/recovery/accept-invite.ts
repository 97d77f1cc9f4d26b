import { timingSafeEqual } from 'node:crypto';
import type { AcceptInviteRequest } from '@ec/contract/auth/account';
import { type Database, inTransaction } from '../../../platform/database/database.ts';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Transact } from '../../../platform/http/router.ts';
import { noteControl } from '../../../platform/identity/account-controls.ts';
import { oldestInvite, openInvite, sealInvite } from '../../../platform/identity/invites.ts';
import { requireGoodPassword } from '../../../platform/identity/password-choice.ts';
import { hashPassword } from '../../../platform/identity/passwords.ts';
import type { SecretBox } from '../../../platform/identity/secret-box.ts';
import { normaliseReadable, sha256 } from '../../../platform/runtime/ids.ts';
import {
  findPersonByPhone,
  lockPerson,
  type Person,
  putInvites,
  unsealedInvites,
  updatePerson,
} from '../repository.ts';
import { CODE_TRIES_PER_DAY, CODE_TRIES_PER_HOUR } from '../rules.ts';
import { type Attempt, sourceOf, triesOf } from '../sign-in/attempt-rules.ts';
import { clearFailures } from '../sign-in/attempts-repository.ts';
import { attemptOf, turnOf, signInTurns } from '../sign-in/turns.ts';
import { lockRefusal, refuse, settled } from '../sign-in/refusals.ts';
import { readPhone } from './password-reset.ts';

/**
 * Counts an attempt at an invite code, over all codes of the phone number. A code is valid on any device and too long to guess from any number of
 * networks, so each network has its own limit and cannot use up another's. Known and unknown numbers are counted alike, so that the error reveals
 * nothing. Throws TOO_MANY_REQUESTS.
 */
async function countInviteTry({ platform, now }: ReadContext, attempt: Attempt): Promise<void> {
  const subject = `${triesOf(sha256(attempt.phone).toString('hex'))}invite code, ${sourceOf(attempt, false)}`;
  const limits = [
    { subject: `${subject} in an hour`, most: CODE_TRIES_PER_HOUR, minutes: 60 },
    { subject: `${subject} in a day`, most: CODE_TRIES_PER_DAY, minutes: 24 * 60 },
  ];
  await platform.rateLimits.countWithin(limits, now);
}

/** True if the code is the user's current invite, has not expired, and no password is set. */
function isInvited(secrets: SecretBox, person: Person | undefined, code: string, now: Date): person is Person {
  // Compared in every case, even without an invite, so that the response time reveals nothing.
  const sent = person?.invite_code ? openInvite(secrets, person.id, person.invite_code) : undefined;
  const same = timingSafeEqual(sha256(code), sha256(sent ?? ''));
  if (!same || !person || !sent || !person.invited_at) return false;
  return person.invited_at > oldestInvite(now) && person.password_hash === null && person.status === 'ACTIVE';
}

async function accept(
  write: WriteContext,
  invite: { attempt: Attempt; code: string; password: string; passwordHash: string },
): Promise<true | AppError> {
  const { tx, now, platform } = write;
  const { secrets } = platform;
  const { attempt, code, password, passwordHash } = invite;
  const { phone } = attempt;
  const known = await findPersonByPhone(tx, phone);
  const person = isInvited(secrets, known, code, now) ? await lockPerson(tx, known.id) : undefined;
  // Checked again under the lock: of two concurrent calls with the code, one sets the password.
  if (!isInvited(secrets, person, code, now) || person.phone !== phone) {
    const failed = { attempt, person: known, event: 'auth.invite_failed', reason: 'invite code' } as const;
    return await refuse(write, failed, () => new AppError('BAD_INVITE'));
  }
  // Only now, because its errors depend on the user's name, which only they may learn.
  requireGoodPassword(password, { settings: write.organisation.settings, owner: person });
  await updatePerson(tx, person.id, {
    password_hash: passwordHash,
    must_change_password: false,
    invite_code: null,
    invited_by: null,
  });
  const { invited_by: invitedBy } = person;
  // A code issued before an election and used during it counts as an action during it.
  if (invitedBy) await noteControl(tx, { userId: person.id, by: invitedBy, act: 'invited' });
  await clearFailures(tx, phone);
  await write.emit({ type: 'people.changed', area: person.area_id, requesterId: null });
  // Without an actor: it was done by someone with the code, possibly the inviter, from the entry's address.
  await write.audit({
    event: 'auth.invite_accepted',
    resourceId: person.id,
    areaId: person.area_id,
    next: { invitedBy },
  });
  return true;
}

/** Sets the first password of an invited user; the code is valid once, for 30 days. */
export async function acceptInvite(
  context: ReadContext & { transact: Transact },
  request: AcceptInviteRequest,
): Promise<void> {
  const phone = readPhone(request.phoneNumber);
  const { newPassword: password } = request;
  requireGoodPassword(password, { settings: context.organisation.settings, owner: { phone } });
  const attempt = { ...attemptOf(context, phone, null), networkOnly: true };
  await countInviteTry(context, attempt);
  await signInTurns.take(turnOf(attempt), async () => {
    const locked = await lockRefusal(context.db, attempt, context.now);
    if (locked) throw locked;
    // Hashed before the code is checked, so that the call takes the same time in every case.
    const passwordHash = await hashPassword(password);
    const code = normaliseReadable(request.inviteCode);
    settled(await context.transact((write) => accept(write, { attempt, code, password, passwordHash })));
  });
}

const BATCH = 5000;

/** Encrypts invites stored in plain text by older versions, and re-encrypts those under an old key. */
export async function sealInvites(database: Database, secrets: SecretBox): Promise<void> {
  let after: string | null = null;
  do {
    after = await inTransaction(database.writes, async (tx) => {
      const rows = await unsealedInvites(tx, { prefix: secrets.prefix, after, limit: BATCH });
      const sealed = rows.flatMap(({ id, stored }) => {
        const code = openInvite(secrets, id, stored);
        return code === undefined ? [] : [{ id, sealed: sealInvite(secrets, id, code) }];
      });
      await putInvites(tx, sealed);
      return rows.at(-1)?.id ?? null;
    });
  } while (after !== null);
}
