import { readableSecret } from './ids.ts';

const LENGTH = 10;

export const INVITE_DAYS = 30;

/** A new invite code as it is stored: 10 characters, 49 random bits; it serves once, with the phone it was made for. */
export function newInviteCode(): string {
  return readableSecret(LENGTH);
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

/** The SMS that brings a new person their code; `place` is where they are assigned, if anywhere, `code` as it is stored. */
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
