import type { UserId } from '@ec/contract/base/common';
import { readableSecret } from '../runtime/ids.ts';
import type { SecretBox } from './secret-box.ts';

const LENGTH = 10;

export const INVITE_DAYS = 30;

/** A new invite code: 10 characters, 49 random bits; valid once, with the phone number it was made for. */
export function newInviteCode(): string {
  return readableSecret(LENGTH);
}

const SEALED = /^s1\./;
const aboutOf = (userId: UserId) => `invite ${userId}`;

/** The stored form of a code: encrypted, because the code has too few random bits for a hash and the inviter must be able to see it again. */
export function sealInvite(secrets: SecretBox, userId: UserId, code: string): string {
  return secrets.seal(code, aboutOf(userId));
}

/** The code of a stored form; undefined if its key is missing. Older rows hold the code itself. */
export function openInvite(secrets: SecretBox, userId: UserId, stored: string): string | undefined {
  return SEALED.test(stored) ? secrets.open(stored, aboutOf(userId)) : stored;
}

/** The code as displayed: XXXXX-XXXXX. */
export function showInviteCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Invites sent at or before this moment have expired at `now`. */
export function oldestInvite(now: Date): Date {
  return new Date(now.getTime() - INVITE_DAYS * 24 * 3_600_000);
}

/** When an invite sent at `now` expires. */
export function inviteEnd(now: Date): Date {
  return new Date(now.getTime() + INVITE_DAYS * 24 * 3_600_000);
}

/** The SMS with a new user's invite code. `place`: where they are assigned, if anywhere. `code`: without its dash. */
export function inviteMessage(invite: {
  systemName: string;
  roleTitle: string;
  place: string | null | undefined;
  code: string;
  /** The public URL of the console; without it the message contains no address. */
  publicUrl: string | undefined;
}): string {
  const { systemName, roleTitle, place, publicUrl } = invite;
  const code = showInviteCode(invite.code);
  const office = place ? `${roleTitle}, ${place}` : roleTitle;
  const how = publicUrl
    ? `Choose your password at ${publicUrl.replace(/\/+$/, '')}/login?invite=${code}`
    : 'Choose your password on the sign-in page under "First time here?"';
  return `${systemName}: you are ${office}. Your invite code is ${code}. ${how} within ${INVITE_DAYS} days. Do not share the code.`;
}
