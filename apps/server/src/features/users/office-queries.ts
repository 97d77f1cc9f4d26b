import type { UserId } from '@ec/contract/base/common';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/levels';
import { type Role, SECOND_PERSON_ROLES } from '@ec/contract/permissions/roles';
import type { UserSummary } from '@ec/contract/users/schemas';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { EFFECTIVE_STATUS, takenUp } from '../../platform/identity/person.ts';

type Approver = NonNullable<UserSummary['secondPerson']>['approvers'][number];

const MOST_NAMED = 20;
const ROLES = sql`${`{${SECOND_PERSON_ROLES.join(',')}}`}::text[]`;

/** Active national and super admins besides those named whose role may decide on requests, and of whom the condition holds. */
async function deciders(
  db: Db,
  levels: Readonly<Record<Role, ModuleLevels>>,
  { except, condition }: { except: readonly UserId[]; condition: RawBuilder<boolean> },
): Promise<Approver[]> {
  const deciding = SECOND_PERSON_ROLES.filter((role) => atLeast(levels[role].approvals, 'write'));
  const { rows } = await sql<{ id: UserId; name: string; role: Role }>`select u.id, u.name, u.role from users u
    where u.role = any (${`{${deciding.join(',')}}`}::text[]) and ${EFFECTIVE_STATUS} = 'ACTIVE'
      and ${condition} and u.id <> all (${`{${except.join(',')}}`}::uuid[])
    order by u.role desc, u.name, u.id limit ${MOST_NAMED}`.execute(db);
  return rows;
}

/** The second approvers: they have taken up their account and are not among those excluded. */
export async function secondPersons(
  db: Db,
  levels: Readonly<Record<Role, ModuleLevels>>,
  except: readonly UserId[],
): Promise<Approver[]> {
  return await deciders(db, levels, { except, condition: takenUp('u') });
}

/** The second approvers, including those who have not yet taken up their account. */
export async function officeHolders(db: Db, levels: Readonly<Record<Role, ModuleLevels>>): Promise<Approver[]> {
  return await deciders(db, levels, { except: [], condition: sql`true` });
}

/** Whether this super admin, as the only national user, can create the first national admin alone. */
export async function mayBegin(db: Db, self: UserId): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select o.may_begin and not exists (select from users u
      where u.role = any (${ROLES}) and u.status <> 'DELETED' and u.id <> ${self}) as may
    from national_office o`.execute(db);
  return rows[0]?.may ?? false;
}
