import { INVITE_DAYS, showInviteCode } from './invites.ts';

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
