import type { ElectionId } from '@ec/contract/base/common';
import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { escalateAlerts } from './escalate-service.ts';
import { bringBackSnoozed, comparePhotos, watchChain, watchSilence } from './watch-service.ts';
import { sweepElection, watchUnusual } from './unusual/watch-service.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'alerts.chain': Record<string, never>;
    'alerts.silence': Record<string, never>;
    'alerts.escalate': Record<string, never>;
    'alerts.photos': Record<string, never>;
    'alerts.snoozes': Record<string, never>;
    'alerts.unusual': Record<string, never>;
    'alerts.unusualElection': { electionId: ElectionId };
  }
}

const EVERY_MINUTE = '* * * * *';

/** The jobs of alerts: unprocessed audit entries, silent units at the set hour, escalation of unacknowledged alerts, photos, snoozes, unusual results. */
export function alertJobs(platform: Platform): JobDefinition[] {
  return [
    job('alerts.chain', () => watchChain(platform), EVERY_MINUTE),
    job('alerts.silence', (_payload, signal) => watchSilence(platform, signal), EVERY_MINUTE),
    job('alerts.escalate', (_payload, signal) => escalateAlerts(platform, signal), EVERY_MINUTE),
    job('alerts.photos', (_payload, signal) => comparePhotos(platform, signal), EVERY_MINUTE),
    job('alerts.snoozes', (_payload, signal) => bringBackSnoozed(platform, signal), EVERY_MINUTE),
    job('alerts.unusual', (_payload, signal) => watchUnusual(platform, signal), EVERY_MINUTE),
    job('alerts.unusualElection', ({ electionId }, signal) => sweepElection(platform, electionId, signal)),
  ];
}
