import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { fillQueue } from './fill-service.ts';
import { remindUnanswered } from './reminder-service.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'second_entries.fill': Record<string, never>;
    'second_entries.remind': Record<string, never>;
  }
}

/** The scheduled jobs of second entries: bring the queue up to date while no transcriber asks for a sheet; notify where an officer did not answer. */
export function secondEntryJobs(platform: Platform): JobDefinition[] {
  return [
    job('second_entries.fill', (_payload, signal) => fillQueue(platform, signal), '* * * * *'),
    job('second_entries.remind', (_payload, signal) => remindUnanswered(platform, signal), '* * * * *'),
  ];
}
