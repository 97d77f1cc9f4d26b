import * as z from 'zod/mini';
import { Timestamp } from '../base/common.ts';

/** Why a session ended, as it is stored with the session. */
export const SESSION_END_REASONS = [
  'signed out',
  'signed in elsewhere',
  'one session at a time is allowed now',
  'ended by its owner',
  'ended by an administrator',
  'password changed',
  'password reset',
  'password reset by an administrator',
  'phone changed',
  'joined the national office',
  'account not active',
  'account deleted',
  'idle for too long',
  'lasted its time',
  'refresh token re-used',
  /** The cause is not recorded. */
  'no longer valid',
] as const;
export const SessionEndReason = z.enum(SESSION_END_REASONS);
export type SessionEndReason = z.infer<typeof SessionEndReason>;

/** How a session ended; `device` is the description of the one that signed in instead, null for every other reason. */
export const EndedSession = z.object({ reason: SessionEndReason, at: Timestamp, device: z.nullable(z.string()) });
export type EndedSession = z.infer<typeof EndedSession>;
