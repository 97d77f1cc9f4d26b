import type { Platform } from '../../platform/context.ts';
import { job, type JobDefinition } from '../../platform/jobs.ts';
import { escalateAlerts } from './escalate-service.ts';
import { watchSilence } from './silent-service.ts';

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    'alerts.silence': Record<string, never>;
    'alerts.escalate': Record<string, never>;
  }
}

const EVERY_MINUTE = '* * * * *';

/** What the clock brings about: silent units at their hour, and the level above for what nobody acknowledged. */
export function alertJobs(platform: Platform): JobDefinition[] {
  return [
    job('alerts.silence', (_payload, signal) => watchSilence(platform, signal), EVERY_MINUTE),
    job('alerts.escalate', (_payload, signal) => escalateAlerts(platform, signal), EVERY_MINUTE),
  ];
}
