import type { Actor } from '../../platform/http/actor.ts';
import type { Reader } from './queries.ts';
import { visibleRequesters } from '../users/rules.ts';

/** The actor as a reader of requests. */
export function readerOf(actor: Actor): Reader {
  const { userId, role, areas, levels } = actor;
  return { userId, role, areas, levels, requesters: visibleRequesters(role) };
}
