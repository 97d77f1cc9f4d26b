import {
  type Announcement,
  type AnnouncementId,
  type AnnouncementList,
  type AnnouncementQuery,
  type AnnouncementUnread,
  MOST_URGENT,
  reaches,
  type UrgentAnnouncements,
} from '@ec/contract/announcements/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { toAnnouncements } from './announcement-answers.ts';
import { type AnnouncementRow, countUnread, findAnnouncement, listAnnouncements, listUrgent } from './queries.ts';
import { readAtSource } from '../notifications/notify.ts';
import { insertRead } from './repository.ts';
import { announcementAddress } from './rules.ts';

const PAGE = 20;

type Reading = Pick<ReadContext, 'db' | 'now'>;

/** One page of the announcements that the reader can see. */
export async function announcementList(
  { db, now }: Reading,
  actor: Actor,
  query: AnnouncementQuery,
): Promise<AnnouncementList> {
  const reading = { person: actor, now };
  const [{ rows, total }, unread] = await Promise.all([
    listAnnouncements(db, reading, query, pageOf(query, PAGE)),
    countUnread(db, reading),
  ]);
  return { announcements: await toAnnouncements(db, actor, rows), total, unread };
}

/** The announcement. Throws NOT_FOUND if the reader cannot see it. */
export async function announcementShown(
  { db, now }: Reading,
  actor: Actor,
  id: AnnouncementId,
): Promise<AnnouncementRow> {
  const row = await findAnnouncement(db, { person: actor, now }, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** One announcement as the reader sees it. */
export async function oneAnnouncement(reading: Reading, actor: Actor, id: AnnouncementId): Promise<Announcement> {
  const [announcement] = await toAnnouncements(reading.db, actor, [await announcementShown(reading, actor, id)]);
  if (!announcement) throw new AppError('NOT_FOUND');
  return announcement;
}

/** The urgent announcements shown over the console until they are read, and the number of all unread ones. */
export async function urgentAnnouncements({ db, now }: Reading, actor: Actor): Promise<UrgentAnnouncements> {
  const reading = { person: actor, now };
  const [rows, unread] = await Promise.all([listUrgent(db, reading, MOST_URGENT), countUnread(db, reading)]);
  return { announcements: await toAnnouncements(db, actor, rows), unread };
}

/** Marks an announcement as read by an addressee; no change if it was read before. */
export async function readAnnouncement(
  write: WriteContext,
  actor: Actor,
  id: AnnouncementId,
): Promise<AnnouncementUnread> {
  const row = await announcementShown(write, actor, id);
  if (reaches(row, actor) && (await insertRead(write.tx, row, actor.userId, write.now))) {
    await write.audit({ event: 'announcement.read', resourceId: id, areaId: actor.area });
    await write.emit({ type: 'announcement.read', userId: actor.userId });
    await readAtSource(write, actor.userId, announcementAddress(id));
  } else write.noChange();
  return { unread: await countUnread(write.tx, { person: actor, now: write.now }) };
}
