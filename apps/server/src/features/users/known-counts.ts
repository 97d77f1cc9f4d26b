import type { Db } from '../../platform/database/database.ts';
import { countsKnownSince, type KnownCounts } from '../../platform/database/known-counts.ts';
import { userChanges } from '../../platform/database/known-counts.ts';

/** Counts of users, each counted once for as long as nothing about users changes. */
export const knownCounts = (db: Db): Promise<KnownCounts> => countsKnownSince(db, userChanges);
