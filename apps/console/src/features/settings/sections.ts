import {
  DATE_FORMATS,
  type PhotoSending,
  SETTINGS_BOUNDS,
  SYSTEM_NAME_LONGEST,
  TIMEZONES,
} from '@ec/contract/settings/schemas';
import { inZone } from '../../lib/format/format.ts';
import type { Section } from './setting-field.ts';

const ZONE_LABELS: Record<(typeof TIMEZONES)[number], string> = { 'Africa/Lagos': 'West Africa Time', UTC: 'UTC' };

const PHOTO_SENDING: { value: PhotoSending; label: string }[] = [
  { value: 'copy_first', label: 'A copy first, the original on Wi-Fi' },
  { value: 'copy_only', label: 'A copy only' },
  { value: 'original', label: 'The original' },
];

/** Each date format with today's date in it, as a reader will see it. */
const dateFormats = () =>
  DATE_FORMATS.map((value) => ({ value, label: `${value} (today: ${inZone(Date.now()).format(value)})` }));

export const general: Section[] = [
  {
    title: 'Organisation',
    fields: [
      {
        path: 'general.systemName',
        label: 'System name',
        help: 'Shown at sign-in, on every page, in messages and reports. Takes effect immediately.',
        kind: 'text',
        longest: SYSTEM_NAME_LONGEST,
      },
    ],
  },
  {
    title: 'Dates and language',
    fields: [
      {
        path: 'general.timezone',
        label: 'Time zone',
        help: 'For every time shown. Takes effect immediately; stored times do not change.',
        kind: 'choice',
        options: () => TIMEZONES.map((value) => ({ value, label: ZONE_LABELS[value] })),
      },
      {
        path: 'general.dateFormat',
        label: 'Date format',
        help: 'For every date shown. Takes effect immediately.',
        kind: 'choice',
        options: dateFormats,
      },
      {
        path: 'general.language',
        label: 'Language',
        help: 'For screens, messages and reports. English is the only one delivered.',
        kind: 'choice',
        options: () => [{ value: 'en', label: 'English' }],
      },
    ],
  },
];

export const security: Section[] = [
  {
    title: 'Sessions',
    fields: [
      {
        path: 'security.sessionTimeout',
        label: 'Session timeout',
        help: 'Ends a session without input, after a warning. Takes effect immediately.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.sessionTimeout,
        unit: 'minutes',
      },
      {
        path: 'security.allowConcurrentSessions',
        label: 'Concurrent sessions',
        help: 'Off: each sign-in ends the session before. Takes effect immediately.',
        kind: 'switch',
      },
    ],
  },
  {
    title: 'Signing in',
    fields: [
      {
        path: 'security.require2FA',
        label: 'Two-factor authentication required',
        help: 'On: everybody enters a code too. Takes effect at the next sign-in.',
        kind: 'switch',
      },
      {
        path: 'security.maxLoginAttempts',
        label: 'Maximum login attempts',
        help: 'Then the account is locked for 15 minutes and an alert is raised.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.maxLoginAttempts,
        unit: 'attempts',
      },
      {
        path: 'security.passwordMinLength',
        label: 'Minimum password length',
        help: 'For passwords set from now on; present ones stay valid.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.passwordMinLength,
        unit: 'characters',
      },
    ],
  },
];

export const notifications: Section[] = [
  {
    title: 'Channels',
    fields: [
      {
        path: 'notifications.emailNotifications',
        label: 'E-mail notifications',
        help: 'Also by e-mail to those who chose so. Takes effect for new notifications.',
        kind: 'switch',
      },
      {
        path: 'notifications.smsNotifications',
        label: 'SMS notifications',
        help: 'Where a gateway is set up, also by SMS to those who chose so; codes and invites always.',
        kind: 'switch',
      },
      {
        path: 'notifications.pushNotifications',
        label: 'Push notifications',
        help: 'Shows notifications on open consoles immediately. Takes effect immediately.',
        kind: 'switch',
      },
    ],
  },
  {
    title: 'Alert thresholds',
    fields: [
      {
        path: 'notifications.alertThresholds.highTurnout',
        label: 'High turnout alert',
        help: 'Accredited voters above this share of registered ones raise an alert.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.highTurnout,
        unit: 'percent',
      },
      {
        path: 'notifications.alertThresholds.lowTurnout',
        label: 'Low turnout alert',
        help: 'Accredited voters below this share raise one alert per ward.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.lowTurnout,
        unit: 'percent',
      },
      {
        path: 'notifications.alertThresholds.lowTurnoutOfMedian',
        label: 'Low turnout against its area',
        help: 'Low turnout also has to be below this share of the median of its LGA.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.lowTurnoutOfMedian,
        unit: 'percent of the median',
      },
      {
        path: 'notifications.alertThresholds.resultDiscrepancy',
        label: 'Result discrepancy',
        help: 'A larger difference between the two counts of a unit raises an alert.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.resultDiscrepancy,
        unit: 'percent',
      },
    ],
  },
  {
    title: 'Alert times',
    fields: [
      {
        path: 'notifications.alertRules.silentUnitsAfter',
        label: 'Silent units after',
        help: 'After voting closes, wards with units that have not reported raise an alert.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.silentUnitsAfter,
        unit: 'hours',
      },
      {
        path: 'notifications.alertRules.escalateAfter',
        label: 'Escalate after',
        help: 'An alert not acknowledged for so long goes to the level above.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.escalateAfter,
        unit: 'minutes',
      },
    ],
  },
];

export const election: Section[] = [
  {
    title: 'Approval of results',
    fields: [
      {
        path: 'election.enableVerificationSystem',
        label: 'Verification system',
        help: 'On: every new result waits for the Ward Admin. Off: small ones are approved automatically.',
        kind: 'switch',
      },
      {
        path: 'election.takeoverAfter',
        label: 'Takeover after',
        help: 'When a result has waited so long, its officer can ask an admin above the ward to take it over.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.takeoverAfter,
        unit: 'hours',
      },
      {
        path: 'election.autoApprovalThreshold',
        label: 'Auto-approval threshold',
        help: 'With verification off, new results in time with fewer votes and no failed check are approved automatically.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.autoApprovalThreshold,
        unit: 'votes',
      },
    ],
  },
  {
    title: 'Submission',
    fields: [
      {
        path: 'election.resultSubmissionDeadline',
        label: 'Result submission deadline',
        help: 'After voting closes. What comes later is marked late while the election is live. Takes effect immediately.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.resultSubmissionDeadline,
        unit: 'hours',
      },
      {
        path: 'election.allowLateSubmissions',
        label: 'Late submissions',
        help: 'After the deadline of a completed election. On: taken, marked late and reviewed. Off: refused.',
        kind: 'switch',
      },
      {
        path: 'election.photoSending',
        label: 'Photos of sheets',
        help: 'A copy has at most 300 KB and suits slow networks. For new photos.',
        kind: 'choice',
        options: () => PHOTO_SENDING,
      },
      {
        path: 'election.resultSmsNumber',
        label: 'Number for results by SMS',
        help: 'Phones offer to send the result to it as a text message. Empty for none.',
        kind: 'text',
        longest: 16,
      },
    ],
  },
];
