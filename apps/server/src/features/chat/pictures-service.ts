import type { FileId } from '@ec/contract/base/common';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { findChatPicture } from './queries.ts';
import { seesPicture } from './rules.ts';

/** The file of a chat picture; undefined if the user cannot see it. */
export async function findSeenPicture(db: Db, actor: Actor, id: FileId) {
  const picture = await findChatPicture(db, id);
  return picture && seesPicture(actor, picture) ? picture : undefined;
}
