import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { sendHead } from './heads-service.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'audit.send_head': Record<string, never>;
  }
}

/** The background jobs of the audit log. */
export function auditJobs(platform: Platform): JobDefinition[] {
  return [job('audit.send_head', () => sendHead(platform), '5 * * * *')];
}
