import { type Announcement, reaches } from '@ec/contract/announcements/schemas';
import { codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import type { AnnouncementRow } from './queries.ts';
import { authorsArea, looksAfter, mayEdit, ofType, type Person } from './rules.ts';

/** A place by name; by code if it was deleted. */
export const placeLink = (id: LocationId, names: ReadonlyMap<LocationId, string>): LocationLink => ({
  id,
  type: locationType(id),
  name: names.get(id) ?? codeOf(id),
});

function abilities(person: Person, row: AnnouncementRow): Announcement['can'] {
  const change = mayEdit(person, row.areas) && row.withdrawnAt === null;
  return { edit: change, pin: change, withdraw: change, seeReceipts: looksAfter(person, row) };
}

/** The announcements as the reader sees them. */
export async function toAnnouncements(
  db: Db,
  person: Person,
  rows: readonly AnnouncementRow[],
): Promise<Announcement[]> {
  const names = await loadNames(
    db,
    rows.flatMap(({ areas }) => areas),
  );
  return rows.map((row) => {
    const links = (areas: readonly LocationId[]) => areas.map((area) => placeLink(area, names));
    const whole = authorsArea(row);
    const named = whole === undefined ? row.areas : [];
    const isForMe = reaches(row, person);
    return {
      id: row.id,
      title: row.title,
      content: row.content,
      priority: row.priority,
      targetAudience: {
        roles: row.roles,
        regions: links(ofType(named, 'region')),
        states: links(ofType(named, 'state')),
        area: whole === undefined ? null : placeLink(whole, names),
        areas: links(row.areas),
      },
      createdBy: row.createdBy,
      createdByName: row.createdByName,
      createdByRole: row.createdRole,
      createdAt: row.createdAt.toISOString(),
      editedAt: row.editedAt?.toISOString() ?? null,
      editedBy: row.editedBy,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      pinned: row.pinnedAt !== null,
      withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
      withdrawnBy: row.withdrawnBy,
      withdrawReason: row.withdrawReason,
      version: row.version,
      isRead: row.wasRead || !isForMe,
      isForMe,
      can: abilities(person, row),
    };
  });
}
