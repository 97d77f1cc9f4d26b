import type { LocationId } from '@ec/contract/location-id';
import type { PrivilegesRequest } from '@ec/contract/privileges';
import type { Role } from '@ec/contract/roles';
import { place } from './builders.ts';
import type { Client, TestApp } from './harness.ts';

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

/** Somebody new of the role, narrowed and signed in. */
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
