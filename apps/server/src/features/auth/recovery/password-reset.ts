import { RESET_WINDOW_MINUTES, RESETS_PER_WINDOW } from '@ec/contract/auth/reset-codes';
import type { UserId } from '@ec/contract/base/common';
import { maskPhone } from '@ec/contract/users/phones';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { noteOpenedByReset, noteSetPasswordUsed } from '../../../platform/identity/account-controls.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requireGoodPassword } from '../../../platform/identity/password-choice.ts';
import { hashPassword, verifyPassword } from '../../../platform/identity/passwords.ts';
import { parsePhone } from '../../../platform/identity/phones.ts';
import { forgetDevices } from '../../../platform/identity/known-devices.ts';
import { countWrite, isWithin, type Limit } from '../../../platform/http/limits/rate-limits.ts';
import type { Transact } from '../../../platform/http/router.ts';
import { deviceHash } from '../../../platform/identity/sessions.ts';
import { type Attempt, sourceOf } from '../sign-in/attempt-rules.ts';
import { attemptOf } from '../sign-in/turns.ts';
import { clearFailures, findStanding } from '../sign-in/attempts-repository.ts';
import { acceptCode, sendCode } from './one-time-codes.ts';
import { holdProven, inTurn, type OwnContext, provePassword } from '../account/proofs.ts';
import { settled } from '../sign-in/refusals.ts';
import { countCodes, findPersonByPhone, lockPerson, type Tries, updatePerson } from '../repository.ts';
import {
  CODE_MINUTES,
  CODE_TRIES,
  CODE_TRIES_PER_DAY,
  CODE_TRIES_PER_HOUR,
  minutesAfter,
  STRANGE_RESET_TRIES,
  STRANGE_RESETS_OF_NETWORK_PER_DAY,
  STRANGE_RESETS_OF_NETWORK_PER_HOUR,
  STRANGE_RESETS_PER_DAY,
  STRANGE_RESETS_PER_HOUR,
  STRANGE_RESETS_PER_WINDOW,
} from '../rules.ts';
import { endOthers } from '../sign-in/session-ends.ts';

type Context = ReadContext & { transact: Transact };

export function readPhone(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  const error = new AppError('BAD_PHONE');
  throw error.atField('phoneNumber');
}

/** True if a code may be sent: unknown devices have their own limit and never use up that of a known device. */
async function mayAskAgain(write: WriteContext, userId: UserId, asker: Asker): Promise<boolean> {
  const { tx, now } = write;
  const since = minutesAfter(now, -RESET_WINDOW_MINUTES);
  const about = { userId, purpose: 'reset', source: asker.source } as const;
  const sent = await countCodes(tx, { ...about, since });
  if (asker.known || sent.own >= RESETS_PER_WINDOW) return sent.own < RESETS_PER_WINDOW;
  if (sent.strangers >= STRANGE_RESETS_PER_WINDOW && sent.own > 0) return false;
  const [hour, day] = [
    await countCodes(tx, { ...about, since: minutesAfter(now, -60) }),
    await countCodes(tx, { ...about, since: minutesAfter(now, -24 * 60) }),
  ];
  if (hour.strangers >= STRANGE_RESETS_PER_HOUR || day.strangers >= STRANGE_RESETS_PER_DAY) return false;
  return await isWithinNetwork(write, asker.source);
}

/** The limit per network of unknown devices, for all phone numbers together. */
export const networkLimits = (network: string, factor: number): Limit[] => [
  { subject: `resets from ${network} in an hour`, most: STRANGE_RESETS_OF_NETWORK_PER_HOUR * factor, minutes: 60 },
  { subject: `resets from ${network} in a day`, most: STRANGE_RESETS_OF_NETWORK_PER_DAY * factor, minutes: 24 * 60 },
];

/** True if the network of unknown devices may get one more code, counted at commit. */
async function isWithinNetwork(write: WriteContext, network: string): Promise<boolean> {
  const { tx, now, platform } = write;
  const limits = networkLimits(network, platform.config.rateLimitFactor);
  for (const limit of limits) if (!(await isWithin(tx, limit, now))) return false;
  for (const limit of limits) write.withCommit(countWrite(limit, now));
  return true;
}

interface Asker {
  known: boolean;
  source: string;
}

async function sendResetCode(write: WriteContext, attempt: Attempt): Promise<void> {
  const { tx, organisation } = write;
  const found = await findPersonByPhone(tx, attempt.phone);
  const person = found && (await lockPerson(tx, found.id));
  const { known } = await findStanding(tx, attempt);
  const asker = { known, source: sourceOf(attempt, known) };
  if (person?.status !== 'ACTIVE' || !(await mayAskAgain(write, person.id, asker))) {
    write.noChange();
    return;
  }
  const system = organisation.settings.general.systemName;
  await sendCode(write, {
    userId: person.id,
    phone: person.phone,
    purpose: 'reset',
    device: attempt.device,
    source: asker.source,
    text: (code) => `${code} is your ${system} password reset code. It is valid for ${CODE_MINUTES} minutes.`,
  });
  await write.audit({ event: 'auth.reset_requested', resourceId: person.id, areaId: person.area_id });
}

/**
 * Starts a password reset and returns at once: the work is done after the answer, so neither its text nor its time reveals whether the phone number
 * has an account.
 */
export function requestReset(context: Context, request: { phoneNumber: string; device?: string | undefined }): void {
  const attempt = attemptOf(context, readPhone(request.phoneNumber), deviceHash(request.device));
  setImmediate(() => {
    context
      .transact((write) => sendResetCode(write, attempt))
      .catch((error: unknown) => context.request.log.error({ err: error }, 'reset code not sent'));
  });
}

const triesAt = (now: Date): Tries => ({
  allowed: CODE_TRIES,
  ofStranger: STRANGE_RESET_TRIES,
  over: [
    { since: minutesAfter(now, -60), allowed: CODE_TRIES_PER_HOUR },
    { since: minutesAfter(now, -24 * 60), allowed: CODE_TRIES_PER_DAY },
  ],
});

async function applyReset(
  write: WriteContext,
  request: { phone: string; device: Buffer | null; code: string; password: string; passwordHash: string },
): Promise<true | AppError> {
  const known = await findPersonByPhone(write.tx, request.phone);
  const person = known && (await lockPerson(write.tx, known.id));
  const accepted =
    person?.status === 'ACTIVE' &&
    (await acceptCode(
      write,
      { userId: person.id, purpose: 'reset', device: request.device },
      request.code,
      triesAt(write.now),
    ));
  if (!person || !accepted) {
    await write.audit({
      event: 'auth.reset_failed',
      resourceId: person?.id,
      next: { phone: maskPhone(request.phone) },
    });
    return new AppError('BAD_RESET_CODE');
  }
  // Only now, because its errors depend on the user's name, which only they may learn. An error rolls back the transaction, so the code stays valid.
  requireGoodPassword(request.password, { settings: write.organisation.settings, owner: person });
  write.origin.userId = person.id;
  const chosen = {
    password_hash: request.passwordHash,
    must_change_password: false,
    invite_code: null,
    invited_by: null,
  };
  await noteOpenedByReset(write.tx, person.id);
  await updatePerson(write.tx, person.id, chosen);
  await clearFailures(write.tx, person.phone);
  await endOthers(write, person.id, { reason: 'password reset' });
  await write.audit({ event: 'auth.password_reset', resourceId: person.id, areaId: person.area_id });
  return true;
}

/** Sets a new password by the code; ends all the user's sessions and locks. */
export async function resetPassword(
  context: Context,
  request: { phoneNumber: string; resetCode: string; newPassword: string; device?: string | undefined },
): Promise<void> {
  const phone = readPhone(request.phoneNumber);
  const { resetCode: code, newPassword: password } = request;
  const device = deviceHash(request.device);
  requireGoodPassword(password, { settings: context.organisation.settings, owner: { phone } });
  // Hashed before the code is checked, so that the call takes the same time in every case.
  const passwordHash = await hashPassword(password);
  settled(await context.transact((write) => applyReset(write, { phone, device, code, password, passwordHash })));
}

interface ChangeRequest {
  currentPassword: string;
  newPassword: string;
}

/** Changes the user's own password; their other sessions end. */
export async function changePassword(context: OwnContext, request: ChangeRequest): Promise<void> {
  await inTurn(context, async (person) => {
    const stored = await provePassword(context, person, { password: request.currentPassword, path: 'currentPassword' });
    requireGoodPassword(request.newPassword, { settings: context.organisation.settings, owner: person });
    if (await verifyPassword(stored, request.newPassword)) {
      const same = new AppError('PASSWORD_UNCHANGED');
      throw same.atField('newPassword');
    }
    const passwordHash = await hashPassword(request.newPassword);
    await context.transact(async (write) => {
      await holdProven(write, person, stored);
      await updatePerson(write.tx, person.id, { password_hash: passwordHash, must_change_password: false });
      if (person.must_change_password) await noteSetPasswordUsed(write.tx, person.id);
      await endOthers(write, person.id, { reason: 'password changed' }, context.actor.sessionId);
      await forgetDevices(write.tx, person.id, context.actor.sessionId);
      await write.emit({ type: 'user.changed', userId: person.id });
      await write.audit({ event: 'auth.password_changed', resourceId: person.id, areaId: person.area_id });
      write.afterCommit(() => write.platform.sessions.forget(person.id));
    });
  });
}
