import { ApiError } from '../../lib/http/api-error.ts';

/** What another user did meanwhile, with what the reader had typed. */
export interface Overtaken {
  error: unknown;
  /** The reason that was not taken; '' for none. */
  typed: string;
}

/** Refusals that mean that the dispute is no longer what stands on the screen. */
const OVERTAKEN = new Set<string>(['CONFLICT', 'DISPUTE_RESOLVED', 'RESULT_TRANSITION']);

export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && OVERTAKEN.has(error.code);
}
