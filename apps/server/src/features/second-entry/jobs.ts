import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { fillQueue } from './fill-service.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'second_entries.fill': Record<string, never>;
  }
}

/** The scheduled job of second entries: brings the queue up to date while no transcriber asks for a sheet. */
export function secondEntryJobs(platform: Platform): JobDefinition[] {
  return [job('second_entries.fill', (_payload, signal) => fillQueue(platform, signal), '* * * * *')];
}
