import type { ApprovalId, ApprovalType, Priority } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import { childId, type LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { decideRequest, insertEntry, insertRequest } from '../features/approvals/repository.ts';
import type { PersonData } from '../platform/database/tables/users.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/runtime/ids.ts';
import { DEMO } from './plan.ts';

interface Plan {
  type: ApprovalType;
  by: { role: Role; area: LocationId };
  about: { role: Role; area: LocationId };
  /** The requested change; absent for a deletion or deactivation. */
  change?: Partial<PersonData>;
  priority: Priority;
  justification: string;
  hoursAgo: number;
  decided?: { by: Role; hoursLater: number; approve: boolean; comment: string };
}

const ward = { role: 'ward_admin', area: DEMO.ward } as const;
const lga = { role: 'lga_admin', area: DEMO.lga } as const;
const state = { role: 'state_admin', area: DEMO.state } as const;
const officer = (number: number) => ({ role: 'polling_unit_officer', area: childId(DEMO.ward, number) }) as const;
const wardAdmin = (number: number) => ({ role: 'ward_admin', area: childId(DEMO.lga, number) }) as const;

/** Pending and decided requests on the demo chain: every type, every priority. */
const PLANS: readonly Plan[] = [
  {
    type: 'USER_DEACTIVATION',
    by: ward,
    about: officer(30),
    change: { status: 'INACTIVE' },
    priority: 'HIGH',
    justification: 'The officer is in hospital and cannot reach the polling unit before election day.',
    hoursAgo: 5,
  },
  {
    type: 'DATA_MODIFICATION',
    by: ward,
    about: officer(31),
    change: { email: 'officer31@example.org' },
    priority: 'LOW',
    justification: 'The officer has given an e-mail address for the training material.',
    hoursAgo: 26,
  },
  {
    type: 'DATA_MODIFICATION',
    by: wardAdmin(1),
    about: { role: 'polling_unit_officer', area: childId(childId(DEMO.lga, 1), 2) },
    change: { status: 'SUSPENDED' },
    priority: 'URGENT',
    justification: 'Reported for canvassing at the polling unit; suspended until the ward has looked into it.',
    hoursAgo: 1,
  },
  {
    type: 'USER_DELETION',
    by: lga,
    about: wardAdmin(3),
    priority: 'MEDIUM',
    justification: 'Resigned in writing last week; the ward has named a successor.',
    hoursAgo: 9,
  },
  {
    type: 'DATA_MODIFICATION',
    by: state,
    about: { role: 'lga_admin', area: childId(DEMO.state, 1) },
    change: { email: 'lga.one@example.org' },
    priority: 'MEDIUM',
    justification: 'The address on file belongs to the former LGA administrator.',
    hoursAgo: 14,
  },
  {
    type: 'DATA_MODIFICATION',
    by: ward,
    about: officer(32),
    change: { name: 'Chiamaka Okonkwo-Bassey' },
    priority: 'MEDIUM',
    justification: 'The name was misspelt when the officers were imported.',
    hoursAgo: 50,
    decided: { by: 'lga_admin', hoursLater: 3.5, approve: true, comment: 'Checked against the training list.' },
  },
  {
    type: 'USER_DEACTIVATION',
    by: ward,
    about: officer(33),
    change: { status: 'INACTIVE' },
    priority: 'LOW',
    justification: 'Has not answered the telephone for two days.',
    hoursAgo: 70,
    decided: { by: 'lga_admin', hoursLater: 6, approve: false, comment: 'Reached this morning; stays in office.' },
  },
];

async function holder(db: Db, { role, area }: { role: Role; area: LocationId }) {
  return await db
    .selectFrom('users')
    .select(['id', 'name', 'first_name as firstName', 'last_name as lastName', 'email', 'phone', 'role'])
    .select(['area_id as area', 'personal_area_id as personalArea'])
    .where('role', '=', role)
    .where('area_id', '=', area)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
}

async function decide(
  tx: Tx,
  request: { id: ApprovalId; target: UserId; change: Partial<PersonData>; now: Date },
  decided: NonNullable<Plan['decided']>,
  by: UserId,
): Promise<void> {
  const { id, now } = request;
  const { approve, comment } = decided;
  await decideRequest(tx, id, { status: approve ? 'APPROVED' : 'REJECTED', by, comment, now });
  await insertEntry(tx, { requestId: id, kind: approve ? 'approved' : 'rejected', by, comment, at: now });
  if (approve && request.change.name !== undefined) {
    await tx
      .updateTable('users')
      .set({ name: request.change.name, updated_at: now })
      .where('id', '=', request.target)
      .execute();
  }
}

/** Stores pending and decided requests on the demo chain; skips those whose users the scale lacks. */
export async function storeRequests(tx: Tx, now: Date): Promise<void> {
  const deciders = { lga_admin: await holder(tx, lga), state_admin: await holder(tx, state) };
  for (const plan of PLANS) {
    const [by, about] = await Promise.all([holder(tx, plan.by), holder(tx, plan.about)]);
    if (!by || !about) continue;
    const { id: target, ...data } = about;
    const before: PersonData = { ...data, status: 'ACTIVE' };
    const id = newId<ApprovalId>();
    const at = new Date(now.getTime() - plan.hoursAgo * 3_600_000);
    await insertRequest(tx, {
      id,
      type: plan.type,
      priority: plan.priority,
      requester: { id: by.id, role: plan.by.role, area: plan.by.area },
      targetUserId: target,
      area: about.area,
      userData: { ...before, ...plan.change },
      previousData: before,
      justification: plan.justification,
      now: at,
    });
    await insertEntry(tx, { requestId: id, kind: 'requested', by: by.id, comment: plan.justification, at });
    const decider = plan.decided && deciders[plan.decided.by as keyof typeof deciders];
    if (plan.decided && decider) {
      const when = new Date(at.getTime() + plan.decided.hoursLater * 3_600_000);
      await decide(tx, { id, target, change: plan.change ?? {}, now: when }, plan.decided, decider.id);
    } else if (plan.type === 'USER_DELETION') {
      await tx
        .updateTable('users')
        .set({ status: 'PENDING_DELETION', status_before: 'ACTIVE' })
        .where('id', '=', target)
        .execute();
    }
  }
}
