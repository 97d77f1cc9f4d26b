import type { UserId } from '@ec/contract/base/common';
import type { TranscriberList, TranscriberRequest } from '@ec/contract/second-entry/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { type Role, SHEET_ROLES } from '@ec/contract/permissions/roles';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, isInsideOwn } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { notify } from '../notifications/notify.ts';
import { findCandidate } from '../users/search-queries.ts';
import { listTranscribers } from './queries.ts';
import { setTranscriber } from './repository.ts';

/** The transcribers of the reader's areas, with what each entered and got wrong. */
export async function transcriberList(
  db: Db,
  actor: Actor,
  { q, limit, offset }: { q?: string | undefined; limit: number; offset: number },
): Promise<TranscriberList> {
  const { rows, total } = await listTranscribers(db, { areas: areasOf(actor), q, limit, offset });
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

/** Makes an active person of the caller's areas a transcriber, or ends that; one who sees the results of the whole nation enters none blind; what they entered stays. The caller does it for others alone. */
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
  write.afterCommit(() => write.platform.sessions.forget(id));
  await write.audit({
    event: transcriber ? 'transcriber.assigned' : 'transcriber.ended',
    resourceId: id,
    areaId: person.area,
  });
  if (transcriber) {
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
