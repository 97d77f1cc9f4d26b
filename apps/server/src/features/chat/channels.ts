import { readsChannel } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { FileId } from '@ec/contract/base/common';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type ChannelPlace, listPlaces } from './channel-queries.ts';
import { channelPlaces, seesPicture } from './rules.ts';
import { findChatPicture } from './queries.ts';

/** The channels that the user reads now. */
export async function channelsOf(db: Db, actor: Actor): Promise<ChannelPlace[]> {
  const places = await listPlaces(db, channelPlaces(actor.areas));
  return places.filter(({ id }) => readsChannel(actor, id));
}

/** The channel. Throws NOT_FOUND if the user does not read it. */
export async function requireChannel(db: Db, actor: Actor, channel: LocationId): Promise<ChannelPlace> {
  const [place] = readsChannel(actor, channel) ? await listPlaces(db, { places: [channel], parents: [] }) : [];
  if (!place) throw new AppError('NOT_FOUND');
  return place;
}

/** The file of a chat picture; undefined if the user cannot see it. */
export async function findSeenPicture(db: Db, actor: Actor, id: FileId) {
  const picture = await findChatPicture(db, id);
  return picture && seesPicture(actor, picture) ? picture : undefined;
}
