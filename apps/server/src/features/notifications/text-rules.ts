import { NOTIFICATION_TOPICS, type NotificationTopic } from '@ec/contract/notifications/schemas';
import { SMS_LENGTH } from '@ec/contract/results/sms';

interface News {
  topic: NotificationTopic;
  title: string;
  message: string;
  actionUrl: string | null;
}

const baseOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, '');

/**
 * On one line, without control characters and direction marks: user input must not change how the rest of a message, such as its link, is displayed.
 */
const plain = (text: string): string =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** The notification cut to one SMS, with the address for the rest. Plain ASCII, because other characters would halve the available length. */
export function smsText({ title, message }: News, publicUrl: string | undefined): string {
  const where = publicUrl ? ` See ${baseOf(publicUrl)}/notifications` : ' See Notifications in the console.';
  const words = plain(`${title}: ${message}`);
  const room = SMS_LENGTH - where.length;
  return `${words.length <= room ? words : `${words.slice(0, Math.max(0, room - 3)).trimEnd()}...`}${where}`;
}

/** The title on one line, as the subject. */
export function emailSubject({ title }: Pick<News, 'title'>): string {
  return plain(title);
}

/** The whole notification with its link and the reason for sending it. */
export function emailText(
  { topic, title, message, actionUrl }: News,
  { systemName, publicUrl }: { systemName: string; publicUrl: string | undefined },
): string {
  const where = publicUrl
    ? `Open it: ${baseOf(publicUrl)}${actionUrl ?? '/notifications'}`
    : 'Sign in and open Notifications to read more.';
  const why = `You requested e-mail about "${NOTIFICATION_TOPICS[topic].title}" in ${systemName}. Change it under Your account, Notifications.`;
  return [title, message, where, why].join('\n\n');
}
