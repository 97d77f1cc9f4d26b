import type { Contact } from '@ec/contract/dashboards/schemas';
import { codeOf, isInside, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { SilentQuery, SilentUnits } from '@ec/contract/situation-room/schemas';
import { stringify } from 'csv-stringify/sync';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { dialled, type PhoneReader, seesPeople, seesPhone } from '../../platform/identity/phones.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { listHolders } from '../dashboards/queries.ts';
import { findElectionRow } from '../elections/queries.ts';
import { listSilentUnits, type SilentRow } from './queries.ts';

type Reading = ReadContext & { actor: Actor };
type Ward = SilentUnits['wards'][number];

/** The requested LGA or ward. Throws NOT_FOUND unless a part of it is in the user's areas. */
function silentArea(actor: Actor, reference: string): LocationId {
  const area = areaFromReference(reference);
  const own = areasOf(actor);
  if (area === undefined || !own.some((each) => isInside(area, each) || isInside(each, area)))
    throw new AppError('UNKNOWN_LOCATION', { reference });
  if (!['lga', 'ward'].includes(locationType(area)))
    throw new AppError('VALIDATION_FAILED').at({ path: 'area', message: 'Choose an LGA or a ward' });
  return area;
}

function toUnit(row: SilentRow, reader: PhoneReader): Ward['units'][number] {
  const { id, name, code, registeredVoters, returned, officerId, officerName, officerPhone, lastActivity } = row;
  const officer: Contact | null =
    officerId !== null && seesPhone(reader, { id: officerId, role: 'polling_unit_officer', area: id })
      ? { id: officerId, name: officerName ?? '', role: 'polling_unit_officer', phone: officerPhone ?? '' }
      : null;
  const seen = officer && lastActivity ? lastActivity.toISOString() : null;
  return { id, name, code, registeredVoters, officer, lastActivity: seen, returned };
}

function byWard(rows: readonly SilentRow[], contacts: ReadonlyMap<LocationId, Contact>, reader: PhoneReader): Ward[] {
  const wards = new Map<LocationId, Ward>();
  for (const row of rows) {
    const { wardId: id, wardName: name, wardCode: code } = row;
    const ward = wards.get(id) ?? { ward: { id, name, code }, contact: contacts.get(id) ?? null, units: [] };
    ward.units.push(toUnit(row, reader));
    wards.set(id, ward);
  }
  return [...wards.values()];
}

/** The units that have not reported, by ward, with contacts if the reader can see users. */
export async function silentUnits(reading: Reading, query: SilentQuery): Promise<SilentUnits> {
  const { db, actor, now } = reading;
  const area = silentArea(actor, query.area);
  const own = areasOf(actor);
  const [election, names] = await Promise.all([findElectionRow(db, query.electionId, own), loadNames(db, [area])]);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  const name = names.get(area);
  if (name === undefined) throw new AppError('UNKNOWN_LOCATION', { reference: query.area });
  const rows = await listSilentUnits(db, { electionId: election.id, area, own });
  const wards = [...new Set(rows.map(({ wardId }) => wardId))];
  const admins = seesPeople(actor) ? await listHolders(db, 'ward_admin', wards) : [];
  const seen = admins.filter(({ areaId, ...admin }) => seesPhone(actor, { ...admin, area: areaId }));
  const contacts = new Map(seen.map(({ areaId, ...contact }): [LocationId, Contact] => [areaId, contact]));
  return {
    area: { id: area, type: locationType(area), name, code: codeOf(area) },
    wards: byWard(rows, contacts, actor),
    total: rows.length,
    asOf: now.toISOString(),
  };
}

const COLUMNS = ['ward', 'pu_code', 'polling_unit', 'officer', 'officer_phone', 'ward_admin', 'ward_admin_phone'];

/** The same list as CSV, one row per unit. */
export function silentCsv({ wards }: SilentUnits): string {
  const rows = wards.flatMap(({ ward, contact, units }) =>
    units.map(({ code, name, officer }) => [
      ward.name,
      code,
      name,
      officer?.name ?? '',
      dialled(officer?.phone),
      contact?.name ?? '',
      dialled(contact?.phone),
    ]),
  );
  return stringify([COLUMNS, ...rows], { escape_formulas: true, bom: true });
}
