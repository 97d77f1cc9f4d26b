import { inDigits } from '@ec/contract/base/wording';
import type { AuditHead } from '@ec/contract/audit/schemas';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** An entry without a link after this time was missed: linking normally takes a second. */
export const LATE_SECONDS = 60;

/** The state of the chain, and whether lists and exports can show all of it. */
export interface ChainStand {
  head: AuditHead;
  /** The position of the last stored link; equal to the head's if the chain is intact. */
  lastLink: number;
  /** Blocks up to the last link that lack their row of times. */
  missingBlocks: number;
  /** The number of entries without a link, and the age of the oldest. */
  waiting: number;
  waitingSeconds: number;
}

/**
 * Reads the state in one statement, so that a link added meanwhile does not look like a link beyond the head. Throws if the chain has lost its
 * head.
 */
export async function readChainStand(db: Db): Promise<ChainStand> {
  const { rows } = await sql<Omit<ChainStand, 'head'> & { position: number; hash: string; sealedAt: Date | null }>`
    select c.position, encode(c.hash, 'hex') as hash, l.linked_at as "sealedAt", t.last as "lastLink",
      case when t.last = 0 then 0 else (t.last >> 14) + 1
        - (select count(*) from audit_blocks b where b.block between 0 and t.last >> 14) end as "missingBlocks",
      w.waiting, w."waitingSeconds"
    from audit_chain c
    cross join (select coalesce(max(position), 0) as last from audit_links) t
    left join audit_links l on l.position = c.position
    cross join lateral (select count(*) as waiting,
        coalesce(extract(epoch from clock_timestamp() - min(e.created_at)), 0)::float8 as "waitingSeconds"
      from audit_entries e where e.id > c.linked_through
        and not exists (select from audit_links k where k.entry_id = e.id and k.entry_id > c.linked_through)) w`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('The audit chain has lost its head');
  const { position, hash, sealedAt, ...rest } = row;
  return { head: { position, hash, sealedAt: sealedAt?.toISOString() ?? null }, ...rest };
}
const counted = (value: number, one: string, many: string) => (value === 1 ? `1 ${one}` : `${inDigits(value)} ${many}`);

/** The last position that lists and exports show, even if the head is behind it. */
export const endOf = ({ head, lastLink }: Pick<ChainStand, 'head' | 'lastLink'>): number =>
  Math.max(head.position, lastLink);

/** The faults of the chain, one sentence each; empty if there are none. */
export function standFaults({ head, lastLink, missingBlocks, waiting, waitingSeconds }: ChainStand): string[] {
  const { position } = head;
  return [
    ...(lastLink > position
      ? [
          `${counted(lastLink - position, 'linked entry lies', 'linked entries lie')} beyond the chain's head at position ${inDigits(position)}: the head was moved back.`,
        ]
      : []),
    ...(lastLink < position
      ? [
          `The chain's head is at position ${inDigits(position)}, but the last link is at ${inDigits(lastLink)}: links at the end were removed.`,
        ]
      : []),
    ...(missingBlocks > 0
      ? [
          `${counted(missingBlocks, 'block of the chain lacks its row', 'blocks of the chain lack their rows')} of times.`,
        ]
      : []),
    ...(waitingSeconds > LATE_SECONDS
      ? [
          `${counted(waiting, 'entry waits', 'entries wait')} to be linked, the oldest for ${counted(Math.floor(waitingSeconds / 60), 'minute', 'minutes')}. Lists and exports do not hold them yet.`,
        ]
      : []),
  ];
}
