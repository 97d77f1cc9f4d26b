import type { Contact } from '@ec/contract/dashboards/schemas';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { OFFICES, seesPhone } from '../../platform/identity/phones.ts';
import { type HolderRow, listHolders } from './queries.ts';
import { shared, type Sources } from './sources.ts';

export function toContact({ id, name, role, phone }: HolderRow): Contact {
  return { id, name, role, phone };
}

/** The reader, and the data sources. */
export interface Reading {
  db: Db;
  sources: Sources;
  actor: Actor;
}

const ofHolder = ({ id, role, areaId }: HolderRow) => ({ id, role, area: areaId });

/** The holder in charge of each place (all of one type), with the phone number only if the reader can see it. */
export async function contactsOf(
  { db, sources, actor }: Reading,
  places: readonly LocationId[],
): Promise<ReadonlyMap<LocationId, Contact>> {
  const [first] = places;
  const office = first === undefined ? undefined : OFFICES[locationType(first)];
  if (!office) return new Map();
  const holders = await shared(sources, `holders ${places.join(' ')}`, () => listHolders(db, office, places));
  const seen = holders.filter((holder) => seesPhone(actor, ofHolder(holder)));
  return new Map(seen.map((holder) => [holder.areaId, toContact(holder)]));
}

/** The holder in charge of the place, with the phone number only if the reader can see it. */
export async function contactOf(reading: Reading, place: LocationId): Promise<Contact | null> {
  return (await contactsOf(reading, [place])).get(place) ?? null;
}

/** Adds the holder in charge to each row and to the area itself. */
export async function withContacts<Row extends { area: { id: LocationId }; contact: Contact | null }>(
  reading: Reading,
  rows: readonly Row[],
): Promise<Row[]> {
  const contacts = await contactsOf(
    reading,
    rows.map(({ area }) => area.id),
  );
  return rows.map((row) => ({ ...row, contact: contacts.get(row.area.id) ?? null }));
}
