import type { ListQuery } from '@ec/contract/base/common';
import type { SecurityAlertList } from '@ec/contract/security/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { securityAlerts } from '../alerts/alert-answers.ts';

const PAGE = 20;

/** The open security alerts that the reader can see, newest first. */
export async function alertList(context: ReadContext, actor: Actor, query: ListQuery): Promise<SecurityAlertList> {
  return await securityAlerts(context, actor, pageOf(query, PAGE));
}
