import type { LocationId } from '@ec/contract/geography/location-id';
import { flags, type PrivilegesRequest } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { place } from './builders.ts';
import type { Client, TestApp } from './harness.ts';

/** For moderators who are narrowed in their areas or roles only. */
export const EVERYTHING = flags(() => true);

/** Narrows the moderator the way a super admin does; null gives them all that their role has. */
export async function narrow(
  test: TestApp,
  moderator: Client,
  privileges: Partial<PrivilegesRequest> | null,
): Promise<void> {
  const superAdmin = await test.as('super_admin', place('NG'));
  const reply = await superAdmin.put(`/moderators/${moderator.person.id}/privileges`, { privileges });
  if (reply.status !== 200) throw new Error(reply.text);
}

/** A new user of the role, narrowed and signed in. */
export async function narrowed(
  test: TestApp,
  privileges: Partial<PrivilegesRequest>,
  role: Role = 'global_moderator',
  area: LocationId = place('NG'),
): Promise<Client> {
  const moderator = await test.as(role, area);
  await narrow(test, moderator, privileges);
  return moderator;
}
