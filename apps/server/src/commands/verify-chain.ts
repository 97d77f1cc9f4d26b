import { inDigits } from '@ec/contract/base/wording';
import { type AuditNote, auditNotesText } from '@ec/contract/audit/schemas';
import type { NotedHead } from '../features/audit/heads-service.ts';
import { verifyKeptHeads, verifyStored } from '../features/audit/verify-service.ts';
import type { Db } from '../platform/database/database.ts';

const PART = 10_000;

/** Verifies the whole stored chain, and externally stored heads against it, and prints the result; returns the number of problems. */
export async function verifyWholeChain(
  db: Db,
  say: (line: string) => void,
  heads: readonly NotedHead[] = [],
): Promise<number> {
  let checked = 0;
  let problems = 0;
  const notes: AuditNote[] = [];
  const report = (found: readonly { message: string }[]) => {
    problems += found.length;
    for (const { message } of found) say(`  ${message}`);
  };
  for (let from: number | null = 0; from !== null; ) {
    const part = await verifyStored(db, { from, most: PART });
    checked += part.checked;
    notes.push(...part.notes);
    report(part.problems);
    if (part.next === null) {
      if (heads.length > 0) report(await verifyKeptHeads(db, heads));
      const { head, unsealed } = part;
      for (const note of auditNotesText(notes)) say(`  Note: ${note}`);
      say(
        `Audit chain: ${inDigits(checked)} entries, ${problems === 0 ? 'each as it was written' : `${inDigits(problems)} problems`}; its head is ${head.hash} at position ${head.position}${unsealed > 0 ? `, ${inDigits(unsealed)} entries wait to be linked` : ''}.`,
      );
    }
    from = part.next;
  }
  if (heads.length > 0) say(`Compared with ${inDigits(heads.length)} heads that were kept elsewhere.`);
  return problems;
}
