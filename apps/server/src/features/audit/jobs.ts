import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { sendHead } from './heads-service.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'audit.send_head': Record<string, never>;
  }
}

/** What is done for the audit log outside of calls. */
export function auditJobs(platform: Platform): JobDefinition[] {
  return [job('audit.send_head', () => sendHead(platform), '5 * * * *')];
}
