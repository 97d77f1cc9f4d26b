import type { UserId } from '@ec/contract/base/common';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import type { Config } from '../../platform/runtime/config.ts';
import { noteControls } from '../../platform/identity/account-controls.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inviteEnd, inviteMessage, newInviteCode, sealInvite } from '../../platform/identity/invites.ts';
import { queueMessages } from '../../platform/messages/outbox.ts';
import { hashPassword } from '../../platform/identity/passwords.ts';
import type { SecretBox } from '../../platform/identity/secret-box.ts';
import { insertPeople } from './repository.ts';
import type { NewPerson } from '../../platform/database/tables/users.ts';

/** How imported people sign in first: with the configured password, hashed once for all, or each with an invite. */
export interface FirstSignIn {
  passwordHash: string | null;
  inviteCode: () => string | null;
}

export async function firstSignIn(config: Config): Promise<FirstSignIn> {
  if (config.bulkImportPassword === undefined) return { passwordHash: null, inviteCode: newInviteCode };
  return { passwordHash: await hashPassword(config.bulkImportPassword), inviteCode: () => null };
}

export interface Sender {
  systemName: string;
  publicUrl: string | undefined;
}

/** Stores people with the messages that invite them, as created by `how.by`; answers who was stored, the others' phone or office is taken. */
export async function storePeople(
  tx: Tx,
  people: readonly NewPerson[],
  how: { by: UserId; passwordHash: string | null; sender: Sender; secrets: SecretBox; now: Date },
): Promise<Set<UserId>> {
  const rows = people.map((person) => ({
    ...person,
    inviteCode: person.inviteCode && sealInvite(how.secrets, person.id, person.inviteCode),
  }));
  const stored = await insertPeople(tx, rows, how);
  await noteControls(tx, stored, { by: how.by, act: 'created' });
  const messages = people.flatMap(({ id, phone, role, place, inviteCode }) => {
    if (inviteCode === null || !stored.has(id)) return [];
    const body = inviteMessage({ ...how.sender, roleTitle: ROLES[role].title, place, code: inviteCode });
    return [{ channel: 'sms' as const, recipient: phone, body, secret: true, expiresAt: inviteEnd(how.now) }];
  });
  await queueMessages(tx, messages);
  return stored;
}

/** The states of the places: subscribers of a state are notified once. */
export function statesOf(areas: Iterable<LocationId>): Set<LocationId> {
  return new Set([...areas].map((area) => ancestorOf(area, 'state') ?? area));
}
