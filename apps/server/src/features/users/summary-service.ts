import { type LocationId, locationType, NATION, parentOf } from '@ec/contract/geography/location-id';
import { isSecondPersonRole, type Role, ROLE_IDS, ROLES } from '@ec/contract/permissions/roles';
import type { UserSummary } from '@ec/contract/users/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import type { OrganisationState } from '../../platform/runtime/organisation.ts';
import { countsKnownSince, userChanges } from '../../platform/database/known-counts.ts';
import { toPlace } from './person-answers.ts';
import { mayBegin, secondPersons, tallyUsers } from './queries.ts';
import { mayImport, pathToCreate, raisesRequests, rolesToGive, textImportRoles } from './rules.ts';

type RoleLevels = OrganisationState['levels'];

const isState = (id: LocationId) => locationType(id) === 'state';

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** The users of the areas by role and state: counted once per change of users. */
async function tallyOf(db: Db, areas: readonly LocationId[]) {
  const counts = await countsKnownSince(db, userChanges);
  return await counts.get(`tally ${JSON.stringify(areas)}`, () => tallyUsers(db, areas));
}

/** The number of users assigned inside the areas. */
export async function countPeople(db: Db, areas: readonly LocationId[]): Promise<number> {
  return (await tallyOf(db, areas)).reduce((sum, { count }) => sum + count, 0);
}

/** The second approvers, for users who can raise such requests. */
async function secondPersonOf(db: Db, actor: Actor, levels: RoleLevels): Promise<UserSummary['secondPerson']> {
  if (!rolesToGive(actor).some(isSecondPersonRole)) return null;
  const approvers = await secondPersons(db, levels, [actor.userId]);
  return { approvers, mayBegin: actor.role === 'super_admin' && (await mayBegin(db, actor.userId)) };
}

/** Sums the users in the reader's scope by role, region and state. */
export async function summarise(db: Db, actor: Actor, levels: RoleLevels): Promise<UserSummary> {
  const areas = areasOf(actor);
  const rows = await tallyOf(db, areas);
  const byRole = new Map<Role, number>();
  const byRegion = new Map<LocationId, number>();
  const byState = new Map<LocationId, number>();
  for (const { role, state: place, count } of rows) {
    add(byRole, role, count);
    if (place === null || place === NATION) continue;
    if (isState(place)) add(byState, place, count);
    add(byRegion, isState(place) ? (parentOf(place) ?? place) : place, count);
  }
  const names = await loadNames(db, [...areas, ...byRegion.keys(), ...byState.keys()]);
  const tally = (counts: Map<LocationId, number>) =>
    [...counts].sort(([a], [b]) => a - b).map(([id, count]) => ({ id, name: names.get(id) ?? '', count }));
  const where = areas.map((area) => names.get(area) ?? '').join(', ');
  const description = areas.includes(NATION)
    ? `As ${ROLES[actor.role].title} you see every user of the organisation.`
    : `As ${ROLES[actor.role].title} you see the users assigned inside ${where}.`;
  return {
    scope: { description, areas: areas.map((area) => toPlace(area, names)) },
    totalUsers: rows.reduce((sum, { count }) => sum + count, 0),
    byRole: ROLE_IDS.filter((role) => byRole.has(role)).map((role) => ({ role, count: byRole.get(role) ?? 0 })),
    byRegion: tally(byRegion),
    byState: tally(byState),
    can: {
      create: pathToCreate(actor),
      request: raisesRequests(actor),
      import: mayImport(actor),
      roles: rolesToGive(actor),
      importRoles: textImportRoles(actor),
    },
    secondPerson: await secondPersonOf(db, actor, levels),
  };
}
