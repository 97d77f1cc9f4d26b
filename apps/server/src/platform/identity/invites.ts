import type { UserId } from '@ec/contract/base/common';
import { readableSecret } from '../runtime/ids.ts';
import type { SecretBox } from './secret-box.ts';

const LENGTH = 10;

export const INVITE_DAYS = 30;

/** A new invite code: 10 characters, 49 random bits; it serves once, with the phone it was made for. */
export function newInviteCode(): string {
  return readableSecret(LENGTH);
}

const SEALED = /^s1\./;
const aboutOf = (userId: UserId) => `invite ${userId}`;

/** The stored form of a code. It has too few random bits for a hash, and whoever invites is to see it again: so it is sealed. */
export function sealInvite(secrets: SecretBox, userId: UserId, code: string): string {
  return secrets.seal(code, aboutOf(userId));
}

/** The code of a stored form; undefined where its key is gone. What was stored before codes were sealed is the code itself. */
export function openInvite(secrets: SecretBox, userId: UserId, stored: string): string | undefined {
  return SEALED.test(stored) ? secrets.open(stored, aboutOf(userId)) : stored;
}

/** The code as people see it: XXXXX-XXXXX. */
export function showInviteCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** The moment from which an invite that was sent at `now` would be over; what was sent at or before it serves no more. */
export function oldestInvite(now: Date): Date {
  return new Date(now.getTime() - INVITE_DAYS * 24 * 3_600_000);
}

/** The moment at which an invite that is sent at `now` is over. */
export function inviteEnd(now: Date): Date {
  return new Date(now.getTime() + INVITE_DAYS * 24 * 3_600_000);
}

/** The SMS that brings a new person their code; `place` is where they are assigned, if anywhere, `code` without its dash. */
export function inviteMessage(invite: {
  systemName: string;
  roleTitle: string;
  place: string | null | undefined;
  code: string;
  /** Where the console is reached from outside; without it the message names no address. */
  publicUrl: string | undefined;
}): string {
  const { systemName, roleTitle, place, publicUrl } = invite;
  const code = showInviteCode(invite.code);
  const office = place ? `${roleTitle}, ${place}` : roleTitle;
  const how = publicUrl
    ? `Choose your password at ${publicUrl.replace(/\/+$/, '')}/login?invite=${code}`
    : 'Choose your password on the sign-in page under "First time here?"';
  return `${systemName}: you are ${office}. Your invite code is ${code}. ${how} within ${INVITE_DAYS} days. Give the code to nobody.`;
}
