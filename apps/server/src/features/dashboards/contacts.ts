import type { Contact } from '@ec/contract/dashboards';
import { type LocationId, type LocationType, locationType } from '@ec/contract/location-id';
import type { Role } from '@ec/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { sourceOf } from '../results/rules.ts';
import { type HolderRow, listHolders } from './queries.ts';
import { seesPeople } from './rules.ts';
import { shared, type Sources } from './sources.ts';

const OFFICES: Partial<Record<LocationType, Role>> = {
  region: 'regional_admin',
  state: 'state_admin',
  lga: 'lga_admin',
  ward: 'ward_admin',
};

export function toContact({ id, name, role, phone }: HolderRow): Contact {
  return { id, name, role, phone };
}

/** Who reads, and out of what. */
export interface Reading {
  db: Db;
  sources: Sources;
  actor: Actor;
}

/** Who is in charge of each of the places (all of one kind); nobody, for a reader who may not see people. */
export async function contactsOf(
  { db, sources, actor }: Reading,
  places: readonly LocationId[],
): Promise<ReadonlyMap<LocationId, Contact>> {
  const [first] = places;
  const office = first === undefined ? undefined : OFFICES[locationType(first)];
  if (!office || !seesPeople(actor)) return new Map();
  const holders = await shared(sources, `holders ${places.join(' ')}`, () => listHolders(db, office, places));
  return new Map(holders.map((holder) => [holder.areaId, toContact(holder)]));
}

/** The ward admin, for those who may see people, and for the unit's own officer, who must know whom to call. */
export async function wardAdminOf(reading: Reading, ward: LocationId): Promise<Contact | null> {
  if (!sourceOf(reading.actor.role)) return (await contactsOf(reading, [ward])).get(ward) ?? null;
  const [admin] = await listHolders(reading.db, 'ward_admin', [ward]);
  return admin ? toContact(admin) : null;
}

/** Gives each row and the area itself whoever is in charge there. */
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
