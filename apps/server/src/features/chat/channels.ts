import { readsChannel } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type ChannelPlace, listPlaces } from './channel-queries.ts';
import { channelPlaces } from './rules.ts';

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
