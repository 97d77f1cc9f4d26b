import type { Actor } from '../../platform/actor.ts';
import type { Reader } from './queries.ts';
import { visibleRequesters } from './rules.ts';

/** What the person sees of requests. */
export function readerOf(actor: Actor): Reader {
  return { userId: actor.userId, areas: actor.areas, requesters: visibleRequesters(actor.role) };
}
