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
        help: 'Stands above the sign-in and every page, in messages and on reports. Takes effect immediately.',
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
        help: 'Of every time on screens, in messages and on reports. Takes effect immediately; what is stored does not change.',
        kind: 'choice',
        options: () => TIMEZONES.map((value) => ({ value, label: ZONE_LABELS[value] })),
      },
      {
        path: 'general.dateFormat',
        label: 'Date format',
        help: 'Of every date on screens, in messages and on reports. Takes effect immediately.',
        kind: 'choice',
        options: dateFormats,
      },
      {
        path: 'general.language',
        label: 'Language',
        help: 'Of screens, messages and reports. English is the only one delivered.',
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
        help: 'A session without any input ends after so long, with a warning a minute before. Takes effect immediately, for open sessions too.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.sessionTimeout,
        unit: 'minutes',
      },
      {
        path: 'security.allowConcurrentSessions',
        label: 'Concurrent sessions',
        help: 'On: a person may be signed in on several devices. Off: everybody keeps one session, and each sign-in ends the one before. Takes effect immediately.',
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
        help: 'On: everybody enters a code besides the password. Off: only those who switched it on for themselves. Holds from each person’s next sign-in.',
        kind: 'switch',
      },
      {
        path: 'security.maxLoginAttempts',
        label: 'Maximum login attempts',
        help: 'So many failed attempts lock an account for 15 minutes and raise an alert. Holds from the next attempt.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.maxLoginAttempts,
        unit: 'attempts',
      },
      {
        path: 'security.passwordMinLength',
        label: 'Minimum password length',
        help: 'Asked of every password that is set from now on. Passwords that people have stay valid.',
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
        help: 'On: notifications also go by e-mail to those who asked for it. Holds for what is notified from now on.',
        kind: 'switch',
      },
      {
        path: 'notifications.smsNotifications',
        label: 'SMS notifications',
        help: 'On: notifications also go by SMS to those who asked for it. Codes, invitations and resets are always sent. Holds for what is notified from now on.',
        kind: 'switch',
      },
      {
        path: 'notifications.pushNotifications',
        label: 'Push notifications',
        help: 'On: open consoles show a notification the moment it is made. Off: it waits in the list until the console looks. Takes effect immediately.',
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
        help: 'Accredited over registered voters of a unit above this raises an alert. Holds for results that come from now on.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.highTurnout,
        unit: 'percent',
      },
      {
        path: 'notifications.alertThresholds.lowTurnout',
        label: 'Low turnout alert',
        help: 'The first unit of a ward with accredited over registered voters below this raises an alert for the ward. Holds for results that come from now on.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.lowTurnout,
        unit: 'percent',
      },
      {
        path: 'notifications.alertThresholds.resultDiscrepancy',
        label: 'Result discrepancy',
        help: 'Official and grassroots counts of a unit that differ by more than this raise an alert and are marked where they are compared. Takes effect immediately.',
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
        help: 'So long after voting closes, wards with units that have not reported raise an alert. Holds for elections whose hour has not come.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.silentUnitsAfter,
        unit: 'hours',
      },
      {
        path: 'notifications.alertRules.escalateAfter',
        label: 'Escalate after',
        help: 'An alert that nobody acknowledged for so long is brought before the level above. Takes effect immediately, for open alerts too.',
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
        help: 'On: every result waits for approval by the Ward Admin. Off: results below the threshold are approved by themselves. Holds for results that come from now on.',
        kind: 'switch',
      },
      {
        path: 'election.autoApprovalThreshold',
        label: 'Auto-approval threshold',
        help: 'While the verification system is off, results with fewer votes than this are approved by themselves if they are in time and no check failed. Holds for results that come from now on.',
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
        help: 'Results are taken until so long after voting closes. Takes effect immediately, for elections that are live or completed too.',
        kind: 'number',
        bounds: SETTINGS_BOUNDS.resultSubmissionDeadline,
        unit: 'hours',
      },
      {
        path: 'election.allowLateSubmissions',
        label: 'Late submissions',
        help: 'On: results after the deadline are taken, marked late, and always wait for approval. Off: they are refused. Takes effect immediately.',
        kind: 'switch',
      },
      {
        path: 'election.photoSending',
        label: 'Photos of sheets',
        help: 'What officers’ phones send. A copy of at most 300 KB stays legible and arrives over a slow network; the receipt names both. Holds for photos that are attached from now on.',
        kind: 'choice',
        options: () => PHOTO_SENDING,
      },
      {
        path: 'election.resultSmsNumber',
        label: 'Number for results by SMS',
        help: 'A short code or phone number. With one, officers’ phones offer to write the result as a text message to it; without one, they do not. Holds from an officer’s next visit.',
        kind: 'text',
        longest: 16,
      },
    ],
  },
];
