import type { DeskOffer } from '@ec/contract/second-entry/desk';
import { policyOf } from '@ec/contract/second-entry/policy';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type LastVerdict, lastVerdict } from './desk-queries.ts';
import { deskFault, dueAt } from './desk-rules.ts';
import type { EntryRow } from './queries.ts';
import { arbiterRefusal, formOf } from './rules.ts';

/** Why no desk version is made of the entry; null where it may be. */
export const faultOf = (row: EntryRow, last: Pick<LastVerdict, 'verdict'> | undefined) =>
  deskFault({ ...row, verdict: last?.verdict ?? null }, formOf(row), policyOf(row.configuration));

/** The desk version that the person may have made of the entry; null where they may not. */
export async function deskOffer(db: Db, actor: Actor, row: EntryRow): Promise<DeskOffer | null> {
  if (row.state !== 'officer_asked' || row.electionStatus === 'archived' || arbiterRefusal(actor, row)) return null;
  const last = await lastVerdict(db, row.id);
  if (!last || faultOf(row, last)) return null;
  const { deskMinutes: minutes } = policyOf(row.configuration);
  return { askedAt: last.at.toISOString(), minutes, due: dueAt(last.at, minutes).toISOString() };
}

/** The end of the officer's time to answer; null where no desk version can be made of the entry. */
export function answerDue(row: EntryRow): string | null {
  const { asked } = row;
  if (!asked || row.electionStatus === 'archived' || faultOf(row, asked)) return null;
  return dueAt(new Date(asked.at), policyOf(row.configuration).deskMinutes).toISOString();
}
