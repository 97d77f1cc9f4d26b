import { maskPhone } from '@ec/contract/phones';
import type { ReadContext, WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireGoodPassword } from '../../platform/password-choice.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import { parsePhone } from '../../platform/phone.ts';
import type { Transact } from '../../platform/router.ts';
import { acceptCode, sendCode } from './one-time-codes.ts';
import { holdProven, inTurn, type OwnContext, provePassword } from './proofs.ts';
import { settled } from './refusals.ts';
import { clearFailures, countCodes, findPersonByPhone, lockPerson, updatePerson } from './repository.ts';
import { CODE_MINUTES, minutesAfter, RESET_WINDOW_MINUTES, RESETS_PER_WINDOW } from './rules.ts';
import { endOthers } from './session-ends.ts';

type Context = ReadContext & { transact: Transact };

export function readPhone(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  const error = new AppError('BAD_PHONE');
  throw error.at({ path: 'phoneNumber', message: error.message });
}

async function sendResetCode(write: WriteContext, phone: string): Promise<void> {
  const { tx, now, organisation } = write;
  const known = await findPersonByPhone(tx, phone);
  const person = known && (await lockPerson(tx, known.id));
  const since = minutesAfter(now, -RESET_WINDOW_MINUTES);
  if (person?.status !== 'ACTIVE' || (await countCodes(tx, person.id, 'reset', since)) >= RESETS_PER_WINDOW) {
    write.noChange();
    return;
  }
  const system = organisation.settings.general.systemName;
  await sendCode(write, {
    userId: person.id,
    phone: person.phone,
    purpose: 'reset',
    text: (code) => `${code} is your ${system} password reset code. It is valid for ${CODE_MINUTES} minutes.`,
  });
  await write.audit({ event: 'auth.reset_requested', resourceId: person.id, areaId: person.area_id });
}

/**
 * Starts sending a reset code and answers at once: what it finds out is done after the answer, so neither its text nor
 * its time tells whether the phone has an account.
 */
export function requestReset(context: Context, phoneNumber: string): void {
  const phone = readPhone(phoneNumber);
  setImmediate(() => {
    context
      .transact((write) => sendResetCode(write, phone))
      .catch((error: unknown) => context.request.log.error({ err: error }, 'reset code not sent'));
  });
}

async function applyReset(
  write: WriteContext,
  request: { phone: string; code: string; password: string; passwordHash: string },
): Promise<true | AppError> {
  const known = await findPersonByPhone(write.tx, request.phone);
  const person = known && (await lockPerson(write.tx, known.id));
  const accepted =
    person?.status === 'ACTIVE' && (await acceptCode(write, { userId: person.id, purpose: 'reset' }, request.code));
  if (!person || !accepted) {
    await write.audit({
      event: 'auth.reset_failed',
      resourceId: person?.id,
      next: { phone: maskPhone(request.phone) },
    });
    return new AppError('BAD_RESET_CODE');
  }
  // Only now: what hangs on the person's name is for nobody but them. The code, undone with all else, serves again.
  requireGoodPassword(request.password, { settings: write.organisation.settings, owner: person });
  write.origin.userId = person.id;
  const chosen = { password_hash: request.passwordHash, must_change_password: false, invite_code: null };
  await updatePerson(write.tx, person.id, chosen);
  await clearFailures(write.tx, person.phone);
  await endOthers(write, person.id, 'password reset');
  await write.audit({ event: 'auth.password_reset', resourceId: person.id, areaId: person.area_id });
  return true;
}

/** Sets a new password by the code that was sent; ends all the person's sessions and any lock. */
export async function resetPassword(
  context: Context,
  request: { phoneNumber: string; resetCode: string; newPassword: string },
): Promise<void> {
  const phone = readPhone(request.phoneNumber);
  const { resetCode: code, newPassword: password } = request;
  requireGoodPassword(password, { settings: context.organisation.settings, owner: { phone } });
  // Made before the code is looked at: right or wrong, known or not, the call takes the same time.
  const passwordHash = await hashPassword(password);
  settled(await context.transact((write) => applyReset(write, { phone, code, password, passwordHash })));
}

interface ChangeRequest {
  currentPassword: string;
  newPassword: string;
}

/** Changes the person's own password; their other sessions end. */
export async function changePassword(context: OwnContext, request: ChangeRequest): Promise<void> {
  await inTurn(context, async (person) => {
    const stored = await provePassword(context, person, { password: request.currentPassword, path: 'currentPassword' });
    requireGoodPassword(request.newPassword, { settings: context.organisation.settings, owner: person });
    if (await verifyPassword(stored, request.newPassword)) {
      const same = new AppError('PASSWORD_UNCHANGED');
      throw same.at({ path: 'newPassword', message: same.message });
    }
    const passwordHash = await hashPassword(request.newPassword);
    await context.transact(async (write) => {
      await holdProven(write, person, stored);
      await updatePerson(write.tx, person.id, { password_hash: passwordHash, must_change_password: false });
      await endOthers(write, person.id, 'password changed', context.actor.sessionId);
      await write.emit({ type: 'user.changed', userId: person.id });
      await write.audit({ event: 'auth.password_changed', resourceId: person.id, areaId: person.area_id });
      write.afterCommit(() => write.platform.sessions.forget(person.id));
    });
  });
}
