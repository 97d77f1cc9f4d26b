import type { ElectionId } from '@ec/contract/base/common';
import type { ConstituencyId } from '@ec/contract/constituencies/schemas';
import type { Tx } from '../../platform/database/database.ts';
import { areasOfConstituencies } from '../constituencies/queries.ts';
import { replaceAreas } from './repository.ts';

/** Brings the covered areas of an election to the present wards of its constituencies. */
export async function coverAnew(tx: Tx, id: ElectionId, constituencies: readonly ConstituencyId[]): Promise<void> {
  await replaceAreas(tx, id, await areasOfConstituencies(tx, constituencies));
}
