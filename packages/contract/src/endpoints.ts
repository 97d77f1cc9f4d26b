import type * as z from 'zod/mini';
import { ALERT_ENDPOINTS } from './alerts/endpoints.ts';
import { ANNOUNCEMENT_ENDPOINTS } from './announcements/endpoints.ts';
import { APPROVAL_ENDPOINTS } from './approvals/endpoints.ts';
import { AUDIT_ENDPOINTS } from './audit/endpoints.ts';
import { AUTH_ENDPOINTS } from './auth/endpoints.ts';
import { CHAT_ENDPOINTS } from './chat/endpoints.ts';
import { COLLATION_ENDPOINTS } from './collations/endpoints.ts';
import { CONSTITUENCY_ENDPOINTS } from './constituencies/endpoints.ts';
import { CONTEST_DAY_ENDPOINTS } from './contest-days/endpoints.ts';
import { DASHBOARD_ENDPOINTS } from './dashboards/endpoints.ts';
import { DELIVERY_ENDPOINTS } from './deliveries/endpoints.ts';
import { DISPUTE_ENDPOINTS } from './disputes/endpoints.ts';
import { ELECTION_ENDPOINTS } from './elections/endpoints.ts';
import { FILE_ENDPOINTS } from './files/endpoints.ts';
import { FORM_CODE_ENDPOINTS } from './form-codes/endpoints.ts';
import { GEOGRAPHY_ENDPOINTS } from './geography/endpoints.ts';
import { HEALTH_ENDPOINTS } from './health/endpoints.ts';
import { LAW_ENDPOINTS } from './law/endpoints.ts';
import { LIVE_ENDPOINTS } from './live/endpoints.ts';
import { MARGIN_OF_LEAD_ENDPOINTS } from './margin-of-lead/endpoints.ts';
import { MODERATOR_ENDPOINTS } from './moderators/endpoints.ts';
import { NOTIFICATION_ENDPOINTS } from './notifications/endpoints.ts';
import { PERMISSION_ENDPOINTS } from './permissions/endpoints.ts';
import { PICTURE_ENDPOINTS } from './pictures/endpoints.ts';
import { READINESS_ENDPOINTS } from './readiness/endpoints.ts';
import { REPORT_ENDPOINTS } from './reports/endpoints.ts';
import { RESULT_ENDPOINTS } from './results/endpoints.ts';
import { REVIEW_AUDIT_ENDPOINTS } from './review-audits/endpoints.ts';
import { SECOND_ENTRY_ENDPOINTS } from './second-entry/endpoints.ts';
import { SECURITY_ENDPOINTS } from './security/endpoints.ts';
import { SETTINGS_ENDPOINTS } from './settings/endpoints.ts';
import { SITUATION_ROOM_ENDPOINTS } from './situation-room/endpoints.ts';
import { UNUSUAL_ENDPOINTS } from './unusual/endpoints.ts';
import { UPLOAD_ENDPOINTS } from './uploads/endpoints.ts';
import { USER_ENDPOINTS } from './users/endpoints.ts';
import { WALL_ENDPOINTS } from './walls/endpoints.ts';

/** Every call of the API but the metrics, once. */
export const ENDPOINTS = {
  ...ALERT_ENDPOINTS,
  ...ANNOUNCEMENT_ENDPOINTS,
  ...APPROVAL_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...AUTH_ENDPOINTS,
  ...CHAT_ENDPOINTS,
  ...COLLATION_ENDPOINTS,
  ...CONSTITUENCY_ENDPOINTS,
  ...CONTEST_DAY_ENDPOINTS,
  ...DASHBOARD_ENDPOINTS,
  ...DELIVERY_ENDPOINTS,
  ...DISPUTE_ENDPOINTS,
  ...ELECTION_ENDPOINTS,
  ...FILE_ENDPOINTS,
  ...FORM_CODE_ENDPOINTS,
  ...GEOGRAPHY_ENDPOINTS,
  ...HEALTH_ENDPOINTS,
  ...LAW_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...MARGIN_OF_LEAD_ENDPOINTS,
  ...MODERATOR_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
  ...PERMISSION_ENDPOINTS,
  ...PICTURE_ENDPOINTS,
  ...READINESS_ENDPOINTS,
  ...REPORT_ENDPOINTS,
  ...RESULT_ENDPOINTS,
  ...REVIEW_AUDIT_ENDPOINTS,
  ...SECOND_ENTRY_ENDPOINTS,
  ...SECURITY_ENDPOINTS,
  ...SETTINGS_ENDPOINTS,
  ...SITUATION_ROOM_ENDPOINTS,
  ...UNUSUAL_ENDPOINTS,
  ...UPLOAD_ENDPOINTS,
  ...USER_ENDPOINTS,
  ...WALL_ENDPOINTS,
};

/** A call of the API by method and path, such as `GET /alerts/:id`. */
export type Call = keyof typeof ENDPOINTS;
type Part = 'params' | 'query' | 'body' | 'answer';

/** What is sent as this part of a call: query, body and params by its caller, the answer by its handler. */
export type Sent<C extends Call, P extends Part> = C extends Call
  ? (typeof ENDPOINTS)[C] extends Record<P, infer S extends z.ZodMiniType>
    ? z.input<S>
    : undefined
  : never;
/** What the other side gets of it, checked. */
export type Received<C extends Call, P extends Part> = C extends Call
  ? (typeof ENDPOINTS)[C] extends Record<P, infer S extends z.ZodMiniType>
    ? z.output<S>
    : undefined
  : never;
