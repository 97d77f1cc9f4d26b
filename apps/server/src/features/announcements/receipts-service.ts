import type {
  AnnouncementId,
  Reach,
  ReachRequest,
  Receipts,
  ReceiptsQuery,
  UnreadPeople,
  UnreadPeopleQuery,
} from '@ec/contract/announcements/schemas';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countsKnownSince, userChanges } from '../../platform/database/known-counts.ts';
import { loadNames } from '../../platform/database/places.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { placeLink } from './announcement-answers.ts';
import {
  countByPlace,
  countByRole,
  type CountedPlaces,
  countReadByPlace,
  countReads,
  countUnreadPeople,
  listUnreadPeople,
  peopleReached,
  type Places,
  type Reached,
} from './audience-queries.ts';
import type { AnnouncementRow } from './queries.ts';
import { looksAfter } from './rules.ts';
import { announcementShown } from './service.ts';
import { readTargets } from './targets.ts';

const PAGE = 50;

/** The number of users an announcement would reach if it were sent now. */
export async function reachOf(reading: ReadContext, actor: Actor, request: ReachRequest): Promise<Reach> {
  const { db } = reading;
  const whole =
    request.id === undefined ? actor.areas : (await announcementShown(reading, actor, request.id)).authorAreas;
  const reached = await peopleReached(db, reading, await readTargets(db, actor, request, { whole }));
  const known = await countsKnownSince(db, userChanges);
  const counts = await known.get(`reach ${JSON.stringify(reached)}`, () => countByRole(db, reached));
  const people = new Map(counts.map((count) => [count.role, count.people]));
  const byRole = reached.roles.map((role) => ({ role, people: people.get(role) ?? 0 }));
  return { people: byRole.reduce((sum, each) => sum + each.people, 0), byRole };
}

/** The announcement, for readers who can see its read receipts. */
async function lookedAfter(reading: ReadContext, actor: Actor, id: AnnouncementId): Promise<AnnouncementRow> {
  const row = await announcementShown(reading, actor, id);
  if (!looksAfter(actor, row)) throw new AppError('NOT_PERMITTED', { action: 'see who has read this announcement' });
  return row;
}

/** The requested part of the audience. */
function areaAsked({ areas }: AnnouncementRow, reference: string | undefined): LocationId | undefined {
  const asked = areaFromReference(reference);
  if (asked === undefined) return undefined;
  if (!areas.some((area) => isInside(asked, area)))
    throw new AppError('UNKNOWN_LOCATION', { reference: String(asked) });
  return asked;
}

function placesOf({ areas }: AnnouncementRow, area: LocationId | undefined): Places {
  const [only, ...others] = areas;
  if (area !== undefined) return { childrenOf: area };
  return only !== undefined && others.length === 0 ? { childrenOf: only } : { eachOf: areas };
}

interface Counted {
  /** Users it reaches, and those of them who have read it. */
  people: CountedPlaces;
  read: CountedPlaces;
}

async function countedBy(
  { db }: ReadContext,
  row: AnnouncementRow,
  reached: Reached,
  area: LocationId | undefined,
): Promise<Counted> {
  const where = { places: placesOf(row, area), area };
  const what = JSON.stringify([reached, where]);
  const [known, reads] = await Promise.all([countsKnownSince(db, userChanges), countReads(db, row)]);
  const [people, read] = await Promise.all([
    known.get(`receipts ${what}`, () => countByPlace(db, reached, where)),
    known.get(`read ${row.id} ${row.sending} ${reads} ${what}`, () =>
      countReadByPlace(db, reached, { ...where, id: row.id, sending: row.sending }),
    ),
  ]);
  return { people, read };
}

const sumOf = (counts: CountedPlaces): number => counts.reduce((sum, { people }) => sum + people, 0);

/** How many of the users it reaches have read it, in total and by place. */
export async function receiptsOf(
  reading: ReadContext,
  actor: Actor,
  id: AnnouncementId,
  query: ReceiptsQuery,
): Promise<Receipts> {
  const { db } = reading;
  const row = await lookedAfter(reading, actor, id);
  const area = areaAsked(row, query.area);
  const { people, read } = await countedBy(reading, row, await peopleReached(db, reading, row), area);
  const places = people.flatMap((each) => (each.area === null ? [] : [{ ...each, area: each.area }]));
  const names = await loadNames(db, [...places.map((place) => place.area), ...(area === undefined ? [] : [area])]);
  const readBy = new Map(read.map((each) => [each.area, each.people]));
  return {
    people: sumOf(people),
    read: sumOf(read),
    area: area === undefined ? null : placeLink(area, names),
    areas: places.map((place) => ({
      area: placeLink(place.area, names),
      people: place.people,
      read: readBy.get(place.area) ?? 0,
    })),
  };
}

/** One page of the users who have not read it, with the phone numbers that the reader can see. */
export async function unreadPeople(
  reading: ReadContext,
  actor: Actor,
  id: AnnouncementId,
  query: UnreadPeopleQuery,
): Promise<UnreadPeople> {
  const { db } = reading;
  const row = await lookedAfter(reading, actor, id);
  const filter = {
    id,
    sending: row.sending,
    area: areaAsked(row, query.area),
    q: query.q,
    reader: actor,
  };
  const reached = await peopleReached(db, reading, row);
  const count = async (): Promise<number> => {
    if (query.q) return await countUnreadPeople(db, reached, filter);
    const { people, read } = await countedBy(reading, row, reached, filter.area);
    return sumOf(people) - sumOf(read);
  };
  const [rows, total] = await Promise.all([listUnreadPeople(db, reached, filter, pageOf(query, PAGE)), count()]);
  const names = await loadNames(
    db,
    rows.flatMap(({ area }) => (area === null ? [] : [area])),
  );
  return {
    people: rows.map(({ id: userId, name, role, area, phone }) => ({
      id: userId,
      name,
      role,
      area: area === null ? null : placeLink(area, names),
      phone: seesPhone(actor, { id: userId, role, area }) ? phone : null,
    })),
    total,
  };
}
