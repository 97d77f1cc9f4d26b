import type { ListQuery, UserId } from '@ec/contract/base/common';
import type { TranscriberList, TranscriberRequest } from '@ec/contract/second-entry/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { type Role, SHEET_ROLES } from '@ec/contract/permissions/roles';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, isInsideOwn } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { notify } from '../notifications/notify.ts';
import { findCandidate } from '../users/search-queries.ts';
import { listTranscribers } from './queries.ts';
import { setTranscriber } from './repository.ts';
import { releaseHeld } from './work-service.ts';

/** The transcribers of the reader's areas, with what each entered and got wrong. */
export async function transcriberList(
  { db, organisation }: ReadContext,
  actor: Actor,
  query: ListQuery,
): Promise<TranscriberList> {
  const { timezone: zone } = organisation.settings.general;
  const filter = { areas: areasOf(actor), q: query.q, zone, ...pageOf(query, 50) };
  const { rows, total } = await listTranscribers(db, filter);
  const names = await loadNames(
    db,
    rows.flatMap(({ area }) => area ?? []),
  );
  return {
    transcribers: rows.map(({ person, phone, area, counts }) => ({
      person,
      phone: seesPhone(actor, { ...person, area }) ? phone : null,
      chain: area === null ? [] : chainLinks(area, names),
      counts,
    })),
    total,
  };
}

/** Makes an active person of the caller's areas a transcriber, or ends that; one who sees the results of the whole nation enters none blind; what they entered stays, and sheets that they hold go to others. The caller does it for others alone. */
export async function assignTranscriber(
  write: WriteContext,
  actor: Actor,
  id: UserId,
  { transcriber }: TranscriberRequest,
): Promise<{ transcriber: boolean }> {
  const person = await findCandidate(write.tx, id);
  if (!person || person.area === null || !isInsideOwn(actor, person.area)) throw new AppError('NOT_FOUND');
  const blind = person.area !== NATION;
  const fit = person.active && blind && (SHEET_ROLES as readonly Role[]).includes(person.role) && id !== actor.userId;
  if (transcriber && !fit) throw new AppError('TRANSCRIBER_UNFIT', { name: person.name });
  if (person.transcriber === transcriber) {
    write.noChange();
    return { transcriber };
  }
  await setTranscriber(write.tx, id, transcriber);
  await write.emit({ type: 'user.changed', userId: id });
  write.afterCommit(() => write.platform.sessions.forget(id));
  await write.audit({
    event: transcriber ? 'transcriber.assigned' : 'transcriber.ended',
    resourceId: id,
    areaId: person.area,
  });
  if (!transcriber) await releaseHeld(write, id, { by: actor.userId });
  else {
    await notify(write, {
      userIds: [id],
      topic: 'results',
      type: 'info',
      title: 'You are a transcriber',
      message: `${actor.name} asks you to enter result sheets from their photos, to check what officers sent.`,
      actionUrl: '/second-entry',
    });
  }
  return { transcriber };
}
