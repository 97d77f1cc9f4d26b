import { inBallotOrder } from '@ec/contract/elections/parties';
import type { Flag } from '@ec/contract/results/schemas';
import { checkSheet, leadingParty, type SheetFigures, totalVotes } from '@ec/contract/results/sheet';
import type { Actor } from '../../../platform/http/actor.ts';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { newId, sha256 } from '../../../platform/runtime/ids.ts';
import { notify } from '../../notifications/notify.ts';
import type { DecisionGround } from '../dispute-hooks.ts';
import { receiptDigest, submissionId } from '../receipt.ts';
import type { NewVersion } from '../submission-repository.ts';
import { type DeskBase, findDeskBase } from './desk-queries.ts';
import { type DeskAct, insertDeskVersion } from './desk-repository.ts';

/** The sheet as it was entered from the photo. */
export interface DeskSheet {
  parties: readonly string[];
  registerVoters: number | null;
  figures: SheetFigures;
}

/** The checks of the sheet that fail; that the photo came late stays said. */
function flagsOf({ figures, registerVoters }: DeskSheet, base: DeskBase): Flag[] {
  const failed = checkSheet(figures, registerVoters).filter((check) => !check.ok);
  return [
    ...failed.map(({ code, message, arithmetic }) => ({ code, message, arithmetic })),
    ...base.flags.filter(({ code }) => code === 'LATE'),
  ];
}

/** The version that the sheet makes: of the transcriber who entered it, with the same photo, to be reviewed. */
function versionOf(ground: DecisionGround, sheet: DeskSheet, base: DeskBase, typed: Typed): NewVersion {
  const { electionId, pollingUnitId, source } = ground;
  const { figures, parties } = sheet;
  const version = ground.version + 1;
  const votes = inBallotOrder(figures.votes, parties);
  const boxes = figures.boxes ?? null;
  const content = {
    electionId,
    source,
    version,
    votes,
    voidVotes: figures.voidVotes,
    boxes,
    sheetFileId: base.photoFileId,
    sheetSha256: base.sha256,
    photoDeclared: false,
    originalSha256: null,
    submittedBy: typed.by,
    submittedAt: typed.at,
  };
  const digest = receiptDigest({
    ...content,
    pollingUnit: ground.unitCode,
    parties,
    accreditedVoters: figures.accreditedVoters,
    registeredVoters: figures.registeredVoters,
  });
  return {
    ...content,
    resultId: ground.id,
    pollingUnitId,
    status: 'pending',
    submissionId: submissionId(ground.unitCode, source, version, digest),
    totalVotes: totalVotes(figures),
    accredited: figures.accreditedVoters,
    registered: figures.registeredVoters,
    leading: leadingParty(figures.votes),
    flags: flagsOf(sheet, base),
    arrived: [],
    late: base.late,
    idempotencyKey: newId(),
    requestHash: sha256(JSON.stringify(figures)),
    digest,
    device: typed.device,
  };
}

interface Typed {
  by: DeskAct['typedBy'];
  at: Date;
  /** Of the person who decided: another account on it does not verify the version. */
  device: string | null;
}

/**
 * Stores the sheet as the next version of the result, whose row is locked; the totals move in the same transaction. It waits for review like a version
 * that was sent. Throws DESK_NOT_POSSIBLE where the present version has no photo.
 */
export async function storeDeskVersion(
  write: WriteContext,
  actor: Actor,
  ground: DecisionGround,
  { sheet, act }: { sheet: DeskSheet; act: DeskAct },
): Promise<void> {
  const { tx, now } = write;
  const { id: resultId, electionId, pollingUnitId, source, status, votes, voidVotes, accredited, registered } = ground;
  const base = await findDeskBase(tx, resultId, ground.version);
  if (!base) throw new AppError('DESK_NOT_POSSIBLE');
  const version = versionOf(ground, sheet, base, { by: act.typedBy, at: now, device: actor.device });
  const before = { status, votes, voidVotes, accredited, registered };
  await insertDeskVersion(tx, { version, before }, act);
  await write.audit({
    event: 'result.entered_at_desk',
    resourceId: resultId,
    areaId: pollingUnitId,
    previous: { version: ground.version, status, votes },
    next: {
      version: version.version,
      status: version.status,
      submissionId: version.submissionId,
      votes: sheet.figures.votes,
      voidVotes: version.voidVotes,
      accredited: version.accredited,
      sheetSha256: base.sha256.toString('hex'),
      digest: version.digest.toString('hex'),
      secondEntryId: act.entryId,
      officer: act.officer,
      typedBy: act.typedBy,
      arbiter: act.arbiter,
      ground: act.ground,
      ...(act.reason && { reason: act.reason }),
    },
  });
  const changed = { electionId, source, resultId, pollingUnitId, status: version.status, version: version.version };
  await write.emit({ type: 'result.changed', ...changed });
  await notify(write, {
    userIds: [act.officer],
    topic: 'returned',
    type: 'warning',
    title: 'Entered from your photo',
    message: `Your result of ${ground.unitName} (${ground.unitCode}) for ${ground.electionName} was entered from your photo at the desk. If it is wrong, send it again.`,
    actionUrl: `/submit-results?election=${electionId}`,
  });
}
