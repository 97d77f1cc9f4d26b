import {
  type Delivery,
  type DeliveryChannel,
  type DeliveryChoices,
  type DeliveryRequest,
  TOPICS,
} from '@ec/contract/notifications/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, SystemWrite, WorkContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { emailSubject, emailText, smsText } from './text-rules.ts';
import { addressesOf } from './queries.ts';
import { lockChoices, type NewNotification, queueForThoseWhoWant, saveChoices } from './repository.ts';
import { choicesOf } from './rules.ts';

function switchedOn({ organisation }: WorkContext): Record<DeliveryChannel, boolean> {
  const { smsNotifications, emailNotifications } = organisation.settings.notifications;
  return { sms: smsNotifications, email: emailNotifications };
}

/** What the user gets by SMS and e-mail, and why the rest is unavailable. */
export async function readDelivery(context: ReadContext, actor: Actor): Promise<Delivery> {
  const person = await addressesOf(context.db, actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  return {
    choices: choicesOf(person.preferences),
    organisation: switchedOn(context),
    addresses: { sms: person.phone, email: person.email },
  };
}

/** Stores the user's choices; absent ones stay. */
export async function chooseDelivery(
  write: WriteContext,
  actor: Actor,
  { choices }: DeliveryRequest,
): Promise<DeliveryChoices> {
  const previous = choicesOf(await lockChoices(write.tx, actor.userId));
  const next = structuredClone(previous);
  const changed = TOPICS.filter((topic) => {
    const { sms = previous[topic].sms, email = previous[topic].email } = choices[topic] ?? {};
    next[topic] = { sms, email };
    return sms !== previous[topic].sms || email !== previous[topic].email;
  });
  if (changed.length === 0) {
    write.noChange();
    return next;
  }
  const ofChanged = (all: DeliveryChoices) => Object.fromEntries(changed.map((topic) => [topic, all[topic]]));
  await saveChoices(write.tx, actor.userId, next);
  await write.audit({
    event: 'user.preferences_changed',
    resourceId: actor.userId,
    areaId: actor.area,
    previous: { notifications: ofChanged(previous) },
    next: { notifications: ofChanged(next) },
  });
  return next;
}

/** Adds the notification to the outbox for users who chose its topic by a channel that the organisation has enabled. */
export async function sendToThoseWhoWant(
  write: SystemWrite,
  userIds: readonly UserId[],
  news: NewNotification,
  by: readonly DeliveryChannel[] = ['sms', 'email'],
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
  const queued = await queueForThoseWhoWant(write.tx, userIds, news.topic, texts, write.now);
  if (queued > 0) write.afterCommit(() => write.platform.messages.wake());
}
