import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import type { CollationCentre, CollationProgress } from '@ec/contract/collations/gap';
import type { ElectionId } from '@ec/contract/base/common';
import {
  ancestorOf,
  codeOf,
  type LocationId,
  locationType,
  type LocationType,
} from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { requireElection } from './form-service.ts';
import {
  type CentreForm,
  countPlaces,
  countSheets,
  listCentreForms,
  listPeopleOf,
  listStarted,
} from './progress-queries.ts';
import { type Child, type CollatedElection, findPlace, listChildren } from './queries.ts';
import { areaTypeOf, levelBelow } from './rules.ts';

/** The centres directly below an area of the type. */
const BELOW: Readonly<Partial<Record<LocationType, LocationType>>> = {
  national: 'state',
  region: 'state',
  state: 'lga',
  lga: 'ward',
};

/** The lowest level whose form is filled in at places of the type. */
const levelAt = (election: CollatedElection, type: LocationType): CollationLevel | undefined =>
  chainOfType(election.type).find((level) => areaTypeOf(election.type, level) === type);

interface Below {
  places: number;
  in: number;
}

/** For each centre the places directly below it, and those of them that are in. */
async function countBelow(
  db: Db,
  election: CollatedElection,
  area: LocationId,
  centres: readonly Child[],
  forms: readonly CentreForm[],
): Promise<Map<LocationId, Below>> {
  const types = new Set(centres.map(({ id }) => locationType(id)));
  const found = new Map<LocationId, Below>();
  if (types.has('ward')) {
    for (const { ward, units, in: held } of await countSheets(db, election.id, area))
      found.set(ward, { places: units, in: held });
  }
  for (const type of ['lga', 'state', 'national'] as const) {
    const child = type === 'lga' ? 'ward' : type === 'state' ? 'lga' : 'state';
    if (!types.has(type)) continue;
    const level = levelAt(election, child);
    for (const { area: centre, places } of await countPlaces(db, election, area, child, type)) {
      // One form of each place, and in constituencies of each part of it.
      const inside = forms.filter((form) => form.level === level && ancestorOf(form.areaId, type) === centre);
      found.set(centre, { places, in: inside.length });
    }
  }
  return found;
}

/** The centre of the area and those directly below it: what is in, and whom to call. */
export async function collationProgress(
  db: Db,
  actor: Actor,
  query: { electionId: ElectionId; area: string },
  now: Date,
): Promise<CollationProgress> {
  const area = areaFromReference(query.area);
  if (area === undefined) throw new AppError('NOT_FOUND');
  requireInside(actor, area);
  const election = await requireElection(db, query.electionId);
  const type = locationType(area);
  const below = BELOW[type];
  const [own, children] = await Promise.all([
    type === 'region' || type === 'polling_unit' || levelAt(election, type) === undefined
      ? undefined
      : findPlace(db, area),
    below && levelAt(election, below) !== undefined
      ? listChildren(db, election, { areaId: area, constituencyId: null }, below)
      : [],
  ]);
  const centres = [...(own ? [own] : []), ...children];
  const levels = new Set(
    chainOfType(election.type).filter((level) => {
      const areaType = areaTypeOf(election.type, level);
      return centres.some(({ id }) => locationType(id) === areaType);
    }),
  );
  const read = [...levels].flatMap((level) => [level, levelBelow(election.type, level) ?? level]);
  const [forms, started, people] = await Promise.all([
    listCentreForms(db, election.id, area, [...new Set(read)]),
    listStarted(db, election.id, area, below ?? type),
    listPeopleOf(
      db,
      election.id,
      centres.map(({ id }) => id),
    ),
  ]);
  const counts = await countBelow(db, election, area, centres, forms);
  const answers = centres.map(({ id, code, name }): CollationCentre => {
    const here = forms.filter(
      (form) => form.areaId === id && areaTypeOf(election.type, form.level) === locationType(id),
    );
    const under = counts.get(id) ?? { places: 0, in: 0 };
    return {
      area: { id, type: locationType(id), name },
      areaCode: code === '' ? codeOf(id) : code,
      started: id === area ? started.length > 0 : started.includes(id),
      forms: here.map((form) => ({
        id: form.id,
        level: form.level,
        formCode: form.formCode,
        constituency: form.constituency,
        source: form.source,
        status: form.status,
        submittedAt: form.submittedAt.toISOString(),
        outOfDate: form.outOfDate,
      })),
      below: under,
      people: people
        .filter(({ centre }) => centre === id)
        .map((person) => ({
          id: person.id,
          name: person.name,
          role: person.role,
          agent: person.agent,
          phone: seesPhone(actor, { id: person.id, role: person.role, area: person.office }) ? person.phone : null,
        })),
    };
  });
  const has = (test: (centre: CollationCentre) => boolean) => answers.filter(test).length;
  return {
    centres: answers,
    counts: {
      centres: answers.length,
      started: has(({ started }) => started),
      in: has(({ forms: held }) => held.length > 0),
      verified: has(({ forms: held }) => held.some(({ status }) => status === 'verified')),
      disputed: has(({ forms: held }) => held.some(({ status }) => status === 'disputed')),
    },
    asOf: now.toISOString(),
  };
}
