import type { Platform } from '../../platform/context.ts';
import { type JobDefinition, job } from '../../platform/jobs.ts';
import { endIdleSessions } from './repository.ts';

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    'security.end_idle_sessions': Record<string, never>;
  }
}

/** A call of the last moment may still be noting that its person is there. */
const MARGIN_MS = 5 * 60_000;

export function securityJobs({ database, organisation, clock }: Platform): JobDefinition[] {
  return [
    job(
      'security.end_idle_sessions',
      async () => {
        const { settings } = await organisation.current();
        const now = clock.now();
        const idleBefore = new Date(now.getTime() - settings.security.sessionTimeout * 60_000 - MARGIN_MS);
        await endIdleSessions(database.writes, idleBefore, now);
      },
      '*/10 * * * *',
    ),
  ];
}
