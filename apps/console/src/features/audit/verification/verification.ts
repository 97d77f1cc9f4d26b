import type { AuditHead, AuditNote, AuditProblem } from '@ec/contract/audit/schemas';
import { create } from 'zustand';
import { sessionBound } from '../../../lib/session/session-store.ts';
import { verifyPart } from '../api.ts';

/** So many entries are checked in one call: some seconds of work on a large store. */
const VERIFY_PART = 20_000;
/** So many problems are listed; more are counted. */
const SHOWN_PROBLEMS = 200;

export interface Verification {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  checked: number;
  /** Where the next part begins. */
  next: number;
  /** The newest link, from the last part received. */
  head: AuditHead | null;
  unsealed: number;
  problems: readonly AuditProblem[];
  problemCount: number;
  notes: readonly AuditNote[];
  error: unknown;
}

const NOTHING: Verification = {
  state: 'idle',
  checked: 0,
  next: 0,
  head: null,
  unsealed: 0,
  problems: [],
  problemCount: 0,
  notes: [],
  error: null,
};

/** The one check that runs or ran last; it goes on while its reader is elsewhere in the console. */
export const useVerification = create<Verification>(() => NOTHING);

let running: AbortController | null = null;

/** Checks the chain part by part, from its beginning or from where it was stopped. */
export async function verifyChain(from: 'beginning' | 'stop'): Promise<void> {
  if (running) return;
  const controller = sessionBound(() => useVerification.setState(NOTHING, true));
  running = controller;
  const start = from === 'beginning' ? NOTHING : useVerification.getState();
  useVerification.setState({ ...start, state: 'running', error: null });
  try {
    let next: number | null = start.next;
    while (next !== null) {
      const part = await verifyPart({ from: next, most: VERIFY_PART, signal: controller.signal });
      next = part.next;
      useVerification.setState((old) => ({
        checked: old.checked + part.checked,
        next: part.next ?? part.to,
        head: part.head,
        unsealed: part.unsealed,
        problems: [...old.problems, ...part.problems].slice(0, SHOWN_PROBLEMS),
        problemCount: old.problemCount + part.problems.length,
        notes: [...old.notes, ...part.notes],
      }));
    }
    useVerification.setState({ state: 'done' });
  } catch (error) {
    useVerification.setState(controller.signal.aborted ? { state: 'stopped' } : { state: 'failed', error });
  } finally {
    running = null;
  }
}

export const stopVerification = (): void => running?.abort();

/** How much of the chain has been checked, 0 to 1. */
export function verifiedShare({ state, next, head }: Pick<Verification, 'state' | 'next' | 'head'>): number {
  if (state === 'done') return 1;
  return head && head.position > 0 ? Math.min(1, next / head.position) : 0;
}
