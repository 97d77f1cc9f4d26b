import type { Db } from '../../platform/database.ts';
import { countsKnownSince, type KnownCounts } from '../../platform/known-counts.ts';
import { userChanges } from './queries.ts';

/** Counts of users, each counted once for as long as nothing about users changes. */
export const knownCounts = (db: Db): Promise<KnownCounts> => countsKnownSince(db, userChanges);
