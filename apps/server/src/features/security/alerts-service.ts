import type { ListQuery } from '@ec/contract/common';
import type { SecurityAlertList } from '@ec/contract/security';
import type { Actor } from '../../platform/actor.ts';
import type { ReadContext } from '../../platform/context.ts';
import { pageOf } from '../../platform/requests.ts';
import { securityAlerts } from '../alerts/alert-answers.ts';

const PAGE = 20;

/** The open alerts about security that reach the person, the newest first. */
export async function alertList(context: ReadContext, actor: Actor, query: ListQuery): Promise<SecurityAlertList> {
  return await securityAlerts(context, actor, pageOf(query, PAGE));
}
