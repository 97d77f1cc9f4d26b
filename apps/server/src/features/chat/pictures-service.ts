import type { FileId } from '@ec/contract/base/common';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { findChatPicture } from './queries.ts';
import { seesPicture } from './rules.ts';

/** The file of a picture that was sent in a chat, as far as the person is a member of it. */
export async function findSeenPicture(db: Db, actor: Actor, id: FileId) {
  const picture = await findChatPicture(db, id);
  return picture && seesPicture(actor, picture) ? picture : undefined;
}
