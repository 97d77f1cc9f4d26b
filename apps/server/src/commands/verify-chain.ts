import { verifyStored } from '../features/audit/verify-service.ts';
import type { Db } from '../platform/database.ts';

const PART = 10_000;

/** Verifies the whole stored chain and says what was found; answers how many problems there are. */
export async function verifyWholeChain(db: Db, say: (line: string) => void): Promise<number> {
  let checked = 0;
  let problems = 0;
  for (let from: number | null = 0; from !== null; ) {
    const part = await verifyStored(db, { from, most: PART });
    checked += part.checked;
    problems += part.problems.length;
    for (const { message } of part.problems) say(`  ${message}`);
    if (part.next === null) {
      const { head, unsealed } = part;
      say(
        `Audit chain: ${checked.toLocaleString('en-NG')} entries, ${problems === 0 ? 'each as it was written' : `${problems} problems`}; its head is ${head.hash} at position ${head.position}${unsealed > 0 ? `, ${unsealed} entries wait to be linked` : ''}.`,
      );
    }
    from = part.next;
  }
  return problems;
}
