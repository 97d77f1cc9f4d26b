import {
  type AnnouncementRole,
  type CreateAnnouncementRequest,
  TARGET_AREAS,
  type TargetAreas,
  targetRoles,
} from '@ec/contract/announcements/schemas';
import type { FieldError } from '@ec/contract/base/error-body';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { resolveReference } from '../geography/queries.ts';
import { widest } from './rules.ts';
import { holdsAll } from '../notifications/rules.ts';

type Named = Pick<CreateAnnouncementRequest, 'roles' | 'regions' | 'states'>;
export interface Targets {
  roles: AnnouncementRole[];
  areas: LocationId[];
}

const LISTS = Object.keys(TARGET_AREAS) as TargetAreas[];

async function readAreas(
  db: Db,
  actor: Actor,
  named: Pick<Named, TargetAreas>,
): Promise<{ areas: LocationId[]; faults: FieldError[] }> {
  const asked = LISTS.flatMap((list) =>
    named[list].map((reference, index) => ({ list, reference, path: `${list}.${index}` })),
  );
  const ids = await Promise.all(asked.map(({ reference }) => resolveReference(db, reference)));
  const names = await loadNames(
    db,
    ids.filter((id) => id !== undefined),
  );
  const faults: FieldError[] = [];
  const areas = asked.flatMap(({ list, reference, path }, index) => {
    const id = ids[index];
    // A place outside the actor's area is treated as unknown.
    const name = id === undefined || !holdsAll(actor, [id]) ? undefined : names.get(id);
    if (id === undefined || name === undefined) {
      faults.push({ path, message: `There is no ${TARGET_AREAS[list]} ${reference} in your area` });
    } else if (locationType(id) !== TARGET_AREAS[list]) {
      faults.push({ path, message: `${name} is not a ${TARGET_AREAS[list]}` });
    } else return [id];
    return [];
  });
  return { areas, faults };
}

/**
 * The audience of a request, inside the actor's areas; without areas, all of `whole`, the author's area. Throws all validation errors at once,
 * together with `more`, the errors of other fields.
 */
export async function readTargets(
  db: Db,
  actor: Actor,
  named: Named,
  { whole, more = [] }: { whole: readonly LocationId[]; more?: readonly FieldError[] },
): Promise<Targets> {
  const { areas, faults } = await readAreas(db, actor, named);
  const fit = targetRoles(actor.areas);
  for (const [index, role] of named.roles.entries()) {
    if (fit.includes(role)) continue;
    faults.push({ path: `roles.${index}`, message: `${ROLES[role].title} stands above your area` });
  }
  const none = named.regions.length + named.states.length === 0;
  if (none && !holdsAll(actor, whole)) {
    faults.push({ path: 'regions', message: "Choose regions or states: the author's area is wider than yours" });
  }
  faults.push(...more);
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED').at(...faults);
  return { roles: [...new Set(named.roles)], areas: widest(none ? whole : areas).toSorted((a, b) => a - b) };
}
