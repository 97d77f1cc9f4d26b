import { EARLIER_CHECKS, UNUSUAL_CHECKS } from '@ec/contract/unusual/checks';
import type { ElectionId } from '@ec/contract/base/common';
import type { ChangeUnusualSettings, CheckMode, CheckSettings, UnusualSettings } from '@ec/contract/unusual/settings';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findElectionRow } from '../elections/queries.ts';
import { requireSettings } from './check-service.ts';
import { findStored } from './earlier/earlier-queries.ts';
import { holdEarlier } from './earlier/earlier-repository.ts';
import { mayEditChecks, settingsOf } from './rules.ts';
import type { SettingsRow } from './settings-queries.ts';
import { lockElection, saveSettings } from './repository.ts';

/** The checks of an election that touches the reader's areas, and whether they may change them: only inside these. */
async function requireSeen(db: Db, actor: Actor, id: ElectionId): Promise<SettingsRow & { mayEdit: boolean }> {
  const election = await findElectionRow(db, id, areasOf(actor));
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  const areas = election.areas.map((area) => area.id);
  return { ...(await requireSettings(db, id)), mayEdit: mayEditChecks(actor, areas) };
}

function toSettings(row: Awaited<ReturnType<typeof requireSeen>>): UnusualSettings {
  const { electionId, electionName, version, checks, earlier, changedBy, changedAt, status } = row;
  const edit = status !== 'archived' && row.mayEdit;
  return {
    electionId,
    electionName,
    version,
    checks,
    earlier,
    changedBy,
    changedAt: changedAt?.toISOString() ?? null,
    can: { edit },
  };
}

/** Throws ELECTION_NOT_FOUND. */
export async function checkSettings(db: Db, actor: Actor, electionId: ElectionId): Promise<UnusualSettings> {
  return toSettings(await requireSeen(db, actor, electionId));
}

/** The checks whose setting changed, with one side of the change. */
function changesOf(before: CheckSettings, after: CheckSettings, side: CheckSettings): Partial<CheckSettings> {
  const changed = UNUSUAL_CHECKS.filter((check) => JSON.stringify(before[check]) !== JSON.stringify(after[check]));
  return Object.fromEntries(changed.map((check) => [check, side[check]]));
}

const hasMode = (checks: CheckSettings, mode: CheckMode): boolean =>
  UNUSUAL_CHECKS.some((check) => checks[check].mode === mode);

/** Changes the checks of an election. Throws ELECTION_NOT_FOUND, NOT_PERMITTED, ELECTION_NOT_LIVE, CONFLICT, EARLIER_NOT_FOUND and EARLIER_MISSING. */
export async function changeSettings(
  write: WriteContext,
  actor: Actor,
  request: ChangeUnusualSettings,
): Promise<UnusualSettings> {
  const { tx, now } = write;
  const { electionId, version, earlierId } = request;
  const checks = settingsOf(request.checks);
  await lockElection(tx, electionId);
  const before = await requireSeen(tx, actor, electionId);
  if (!before.mayEdit)
    throw new AppError('NOT_PERMITTED', { action: 'change the checks of elections outside your area' });
  if (before.status === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status: before.status });
  if (before.version !== version) throw new AppError('CONFLICT');
  if (earlierId !== null) await holdEarlier(tx, earlierId);
  const earlier = earlierId === null ? null : await findStored(tx, earlierId);
  if (earlier === undefined) throw new AppError('EARLIER_NOT_FOUND').atField('earlierId');
  if (earlier === null && EARLIER_CHECKS.some((check) => checks[check].mode !== 'off'))
    throw new AppError('EARLIER_MISSING').atField('earlierId');
  const stored = before.checks;
  const changed = changesOf(stored, checks, checks);
  const moved = before.earlier?.id !== earlier?.id;
  if (Object.keys(changed).length === 0 && !moved) {
    write.noChange();
    return toSettings(before);
  }
  await saveSettings(tx, {
    electionId,
    checks,
    earlierId,
    explains: hasMode(checks, 'explain'),
    alerts: hasMode(checks, 'alert'),
    version: version + 1,
    by: actor.userId,
    at: now,
  });
  await write.audit({
    event: 'unusual.checks_changed',
    resourceId: electionId,
    previous: { ...changesOf(stored, checks, stored), ...(moved && { earlier: before.earlier?.name ?? null }) },
    next: { ...changed, ...(moved && { earlier: earlier?.name ?? null }) },
  });
  return await checkSettings(tx, actor, electionId);
}
