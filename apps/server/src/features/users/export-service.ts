import { Readable } from 'node:stream';
import { ancestorOf, codeOf, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import { STATUS_LABELS, type UserExportQuery } from '@ec/contract/users/schemas';
import { type Actor, areaOf } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { csvHead, csvTexts } from '../../platform/files/csv-lines.ts';
import type { Transact } from '../../platform/http/router.ts';
import { dialled } from '../../platform/identity/phones.ts';
import { type Formats, formatsOf } from '../../platform/runtime/format.ts';
import { filterFrom } from './list-service.ts';
import { type ExportedUser, listForExport, type UserFilter } from './queries.ts';

/** Rows a statement: memory stays flat for 180,000 people. */
const STRETCH = 5000;
const LEVELS = ['region', 'state', 'lga', 'ward', 'polling_unit'] as const satisfies readonly LocationType[];
const COLUMNS = ['name', 'phone', 'email', 'role', 'status', ...LEVELS, 'place_code', 'last_login', 'created'];

function toRow(user: ExportedUser, names: ReadonlyMap<LocationId, string>, { exact }: Formats): string[] {
  const { area } = user;
  const places = LEVELS.map((level) => {
    const place = area === null ? undefined : ancestorOf(area, level);
    return (place && names.get(place)) ?? '';
  });
  return [
    user.name,
    dialled(user.phone),
    user.email ?? '',
    ROLES[user.role].title,
    STATUS_LABELS[user.status],
    ...places,
    area === null ? '' : codeOf(area),
    user.lastLoginAt ? exact(user.lastLoginAt) : '',
    exact(user.createdAt),
  ];
}

async function* csvText(db: Db, filter: UserFilter, formats: Formats): AsyncGenerator<string> {
  yield csvHead(COLUMNS);
  let rows = await listForExport(db, filter, null, STRETCH);
  while (rows.length > 0) {
    const names = await loadNames(
      db,
      rows.flatMap(({ area }) => (area === null ? [] : [area])),
    );
    yield* csvTexts(rows.map((user) => toRow(user, names, formats)));
    const last = rows.at(-1);
    rows = last && rows.length === STRETCH ? await listForExport(db, filter, last.id, STRETCH) : [];
  }
}

/** The filtered users of the reader's areas as CSV. The audit entry that says who took the list is written before its first line. */
export async function exportUsers(
  context: Pick<ReadContext, 'db' | 'organisation'> & { actor: Actor; transact: Transact },
  query: UserExportQuery,
): Promise<Readable> {
  const { db, actor, organisation, transact } = context;
  const filter = filterFrom(actor, query);
  await transact(async (write) => {
    await write.audit({ event: 'user.exported', areaId: areaOf(actor), next: { filters: query } });
  });
  return Readable.from(csvText(db, filter, formatsOf(organisation.settings)));
}
