import type { SessionId } from '@ec/contract/base/common';
import type { Platform } from '../../platform/http/context.ts';
import { type JobDefinition, job } from '../../platform/jobs/jobs.ts';
import { closeIdle, closeOlder } from './idle-and-older.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'security.end_idle_sessions': Record<string, never>;
    /** `keep`: the session in which concurrent sessions were disabled. */
    'security.end_older_sessions': { keep: SessionId };
  }
}

export function securityJobs(platform: Platform): JobDefinition[] {
  return [
    job('security.end_idle_sessions', () => closeIdle(platform), '*/10 * * * *'),
    job('security.end_older_sessions', ({ keep }, signal) => closeOlder(platform, keep, signal)),
  ];
}
