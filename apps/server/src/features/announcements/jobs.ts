import type { AnnouncementId } from '@ec/contract/announcements/schemas';
import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { notifyPeople } from './notify-service.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'announcements.tell': { id: AnnouncementId };
  }
}

/** The background jobs of announcements. */
export function announcementJobs(platform: Platform): JobDefinition[] {
  return [job('announcements.tell', ({ id }, signal) => notifyPeople(platform, id, signal))];
}
