import { isMember } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type ChannelPlace, listPlaces } from './channel-queries.ts';
import { channelPlaces } from './rules.ts';

/** The channels to which the user now belongs. */
export async function channelsOf(db: Db, actor: Actor): Promise<ChannelPlace[]> {
  const places = await listPlaces(db, channelPlaces(actor.areas));
  return places.filter(({ id }) => isMember(actor, id));
}

/** The channel. Throws NOT_FOUND if the user does not belong to it. */
export async function requireChannel(db: Db, actor: Actor, channel: LocationId): Promise<ChannelPlace> {
  const [place] = isMember(actor, channel) ? await listPlaces(db, { places: [channel], parents: [] }) : [];
  if (!place) throw new AppError('NOT_FOUND');
  return place;
}
