import type { ChatMessage } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import { pictureUrl } from '@ec/contract/pictures/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WorkContext } from '../../platform/http/context.ts';
import { maySeePicture } from '../pictures/rules.ts';
import { type Cards, loadCards } from './cards.ts';
import { readThroughAll } from './channel-queries.ts';
import type { MessageRow } from './queries.ts';
import { abilities } from './rules.ts';

/** A withdrawn or removed message keeps none of its content. */
const TRACE = { content: null, fileId: null, link: null, mentions: [] };

function toMessage(actor: Actor, row: MessageRow, seen: { cards: Cards; readThrough: number; now: Date }): ChatMessage {
  const own = row.senderId === actor.userId;
  const removed = row.endedAs === 'removed';
  return {
    id: row.id,
    channelId: row.channelId,
    senderId: row.senderId,
    senderName: row.senderName,
    senderRole: ROLES[row.senderRole].title,
    role: row.senderRole,
    senderPictureUrl: maySeePicture(actor, { id: row.senderId, area: row.senderArea })
      ? pictureUrl(row.pictureId)
      : null,
    content: row.content,
    fileId: row.fileId,
    link: row.link === null ? null : seen.cards(row.link),
    mentions: row.mentions,
    ...(row.endedAs !== null && TRACE),
    timestamp: row.createdAt.toISOString(),
    isRead: own || row.id <= seen.readThrough,
    state: row.endedAs ?? 'sent',
    removedBy: removed ? row.endedBy : null,
    reason: removed ? row.reason : null,
    key: own ? row.key : null,
    can: abilities(actor, row, seen.now),
  };
}

/** The messages as the reader sees them now. */
export async function toMessages(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  actor: Actor,
  rows: readonly MessageRow[],
): Promise<ChatMessage[]> {
  const channels = [...new Set(rows.map(({ channelId }): LocationId => channelId))];
  const [marks, cards] = await Promise.all([
    readThroughAll(db, actor.userId, channels),
    loadCards(
      db,
      actor,
      rows.flatMap(({ link }) => link ?? []),
    ),
  ]);
  return rows.map((row) => toMessage(actor, row, { cards, readThrough: marks.get(row.channelId) ?? 0, now }));
}
