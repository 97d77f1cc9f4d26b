import type { CollationId } from '@ec/contract/collations/schemas';
import type { WriteContext } from '../../platform/http/context.ts';
import { judgeForm } from '../alerts/form-rules.ts';
import { raiseAlerts } from '../alerts/raise-service.ts';
import { compareCollation } from './compare-service.ts';
import { countingFormAt, findCollation } from './queries.ts';
import { formsAbove } from './rules.ts';

/**
 * Compares an entered form, and the form above it whose row it may contradict, and raises an alert for what differs: to the level above the form, in
 * the transaction that stores it, so that it is there as soon as the receipt is.
 */
export async function raiseDifferences(write: WriteContext, id: CollationId): Promise<void> {
  const { tx } = write;
  const record = await findCollation(tx, id);
  if (!record) return;
  const [nearest] = formsAbove(record.electionType, record);
  const above = nearest && (await countingFormAt(tx, record.electionId, nearest));
  const parent = above ? await findCollation(tx, above) : undefined;
  const alerts = judgeForm(record, await compareCollation(tx, record));
  const carried = parent ? await compareCollation(tx, parent) : undefined;
  const ofParent =
    parent && carried
      ? judgeForm(parent, {
          rows: carried.rows.filter(({ code, childCollationId }) => code === 'CARRIED' && childCollationId === id),
        })
      : [];
  await raiseAlerts(write, [...alerts, ...ofParent]);
}
