import {
  type Delivery,
  type DeliveryAnswer,
  type DeliveryChannel,
  type DeliveryRequest,
  TOPICS,
} from '@ec/contract/notifications/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, SystemWrite, WorkContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { choicesOf, emailSubject, emailText, smsText, timingOf } from './rules.ts';
import { addressesOf } from './queries.ts';
import { lockChoices, type NewNotification, queueForThoseWhoWant, saveChoices, type Sending } from './repository.ts';

export function switchedOn({ organisation }: WorkContext): Record<DeliveryChannel, boolean> {
  const { smsNotifications, emailNotifications } = organisation.settings.notifications;
  return { sms: smsNotifications, email: emailNotifications };
}

/** What the user gets by SMS and e-mail, and why the rest is unavailable. */
export async function readDelivery(context: ReadContext, actor: Actor): Promise<Delivery> {
  const person = await addressesOf(context.db, actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  return {
    choices: choicesOf(person.preferences),
    ...timingOf(person.preferences),
    organisation: switchedOn(context),
    addresses: { sms: person.phone, email: person.email },
  };
}

/** Stores the user's choices; absent ones stay. */
export async function chooseDelivery(
  write: WriteContext,
  actor: Actor,
  { choices = {}, quiet, digest }: DeliveryRequest,
): Promise<DeliveryAnswer> {
  const stored = await lockChoices(write.tx, actor.userId);
  const previous = { choices: choicesOf(stored), ...timingOf(stored) };
  const next = structuredClone(previous);
  const changed = TOPICS.filter((topic) => {
    const before = previous.choices[topic];
    const { sms = before.sms, email = before.email } = choices[topic] ?? {};
    next.choices[topic] = { sms, email };
    return sms !== before.sms || email !== before.email;
  });
  if (quiet !== undefined) next.quiet = quiet;
  if (digest !== undefined) next.digest = digest;
  const isTimed = next.digest !== previous.digest || JSON.stringify(next.quiet) !== JSON.stringify(previous.quiet);
  if (changed.length === 0 && !isTimed) {
    write.noChange();
    return next;
  }
  const ofChanged = ({ choices: all, quiet: hours, digest: rhythm }: DeliveryAnswer) => ({
    ...(changed.length > 0 && { notifications: Object.fromEntries(changed.map((topic) => [topic, all[topic]])) }),
    ...(isTimed && { quiet: hours, digest: rhythm }),
  });
  await saveChoices(write.tx, actor.userId, next);
  await write.audit({
    event: 'user.preferences_changed',
    resourceId: actor.userId,
    areaId: actor.area,
    previous: ofChanged(previous),
    next: ofChanged(next),
  });
  return next;
}

/** Adds the notification to the outbox for users who chose its topic by a channel that the organisation has enabled. */
export async function sendToThoseWhoWant(
  write: SystemWrite,
  userIds: readonly UserId[],
  news: NewNotification,
  { by = ['sms', 'email'], sending }: { by?: readonly DeliveryChannel[] | undefined; sending: Sending },
): Promise<void> {
  const organisation = switchedOn(write);
  const on = { sms: organisation.sms && by.includes('sms'), email: organisation.email && by.includes('email') };
  if (!on.sms && !on.email) return;
  const { publicUrl } = write.platform.config;
  const { systemName } = write.organisation.settings.general;
  const texts = {
    sms: on.sms ? smsText(news, publicUrl) : null,
    email: on.email ? { subject: emailSubject(news), body: emailText(news, { systemName, publicUrl }) } : null,
  };
  const queued = await queueForThoseWhoWant(write.tx, userIds, news, texts, sending);
  if (queued > 0) write.afterCommit(() => write.platform.messages.wake());
}
