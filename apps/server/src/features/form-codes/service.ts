import { ElectionType } from '@ec/contract/elections/schemas';
import { FORM_LEVELS, formCodesOf } from '@ec/contract/form-codes/codes';
import {
  type ChangeFormCodesRequest,
  FORM_CODE_EDITORS,
  type FormCode,
  type FormCodesAnswer,
} from '@ec/contract/form-codes/schemas';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { isOneOf } from '@ec/contract/permissions/roles';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { correctedFormCodes } from './queries.ts';
import { lockFormCodes, saveFormCode } from './repository.ts';

/** Whether the person may correct codes. */
function mayEdit({ role, levels }: Actor): boolean {
  return isOneOf(FORM_CODE_EDITORS, role) && atLeast(levels.election_management, 'write');
}

export async function formCodes(db: Db, actor: Actor): Promise<FormCodesAnswer> {
  const { corrected, version } = await correctedFormCodes(db);
  const rows = ElectionType.options.flatMap((electionType) => {
    const codes = formCodesOf(electionType, corrected.get(electionType) ?? {});
    return FORM_LEVELS.flatMap((level): FormCode[] => {
      const [code, usual] = [codes[level], formCodesOf(electionType, {})[level]];
      return code === undefined || usual === undefined ? [] : [{ electionType, level, code, usual }];
    });
  });
  return { formCodes: rows, version, can: { edit: mayEdit(actor) } };
}

/** Corrects codes, unless another user did so since the editing began: CONFLICT. They apply from the next call. */
export async function changeFormCodes(
  write: WriteContext,
  actor: Actor,
  { version, formCodes: wanted }: ChangeFormCodesRequest,
): Promise<FormCodesAnswer> {
  await lockFormCodes(write.tx);
  const before = await formCodes(write.tx, actor);
  if (before.version !== version) throw new AppError('CONFLICT');
  const changes = wanted.flatMap(({ electionType, level, code }) => {
    const row = before.formCodes.find((each) => each.electionType === electionType && each.level === level);
    if (!row || row.code === (code ?? row.usual)) return [];
    return [{ electionType, level, was: row.code, code: code === row.usual ? null : code, next: code ?? row.usual }];
  });
  if (changes.length === 0) {
    write.noChange();
    return before;
  }
  for (const change of changes) await saveFormCode(write.tx, change);
  const named = (value: (change: (typeof changes)[number]) => string) =>
    Object.fromEntries(changes.map((change) => [`${change.electionType}.${change.level}`, value(change)]));
  await write.audit({
    event: 'form_codes.changed',
    previous: named(({ was }) => was),
    next: named(({ next }) => next),
  });
  return await formCodes(write.tx, actor);
}
