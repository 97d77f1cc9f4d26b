import type { ElectionId } from '@ec/contract/base/common';
import type { ElectionType } from '@ec/contract/elections/schemas';
import { type FormCodes, formCodesOf, type FormLevel } from '@ec/contract/form-codes/codes';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** The corrected codes of the election type in the column, as an object by level. */
export const correctedCodes = (typeColumn: string) => sql`(select coalesce(json_object_agg(fc.level, fc.code), '{}')
  from form_codes fc where fc.election_type = ${sql.ref(typeColumn)} and fc.code is not null)`;

/** All corrected codes, and the number of changes so far. */
export async function correctedFormCodes(
  db: Db,
): Promise<{ corrected: ReadonlyMap<ElectionType, Partial<FormCodes>>; version: number }> {
  const rows = await db.selectFrom('form_codes').select(['election_type', 'level', 'code', 'changes']).execute();
  const corrected = new Map<ElectionType, Partial<Record<FormLevel, string>>>();
  for (const { election_type: type, level, code } of rows)
    if (code !== null) corrected.set(type, { ...corrected.get(type), [level]: code });
  return { corrected, version: rows.reduce((sum, { changes }) => sum + changes, 0) };
}

/** The codes of the forms of the election. Throws without the election. */
export async function formCodesFor(db: Db, election: ElectionId): Promise<FormCodes> {
  const { rows } = await sql<{ type: ElectionType; corrected: Partial<FormCodes> }>`/* forms.codes */ select e.type,
    ${correctedCodes('e.type')} as corrected from elections e where e.id = ${election}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no election ${election}`);
  return formCodesOf(row.type, row.corrected);
}
