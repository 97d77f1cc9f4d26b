import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Privilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import type { Client, Reply } from './harness.ts';

const ADMINS: Role[] = [
  'super_admin',
  'national_admin',
  'global_moderator',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
];
/** Who may enter forms of collation, as administrators or assigned to a centre. */
const ENTERERS: Role[] = [...ADMINS, 'polling_unit_officer', 'moderator'];
const DECIDING: Privilege[] = ['canManageDisputes', 'canManageResults'];

/** The rows of collations in the table of calls and roles. */
export const COLLATION_ACCESS: Record<string, Role[]> = {
  'GET /collations/desk': ENTERERS,
  'GET /collations/blank': ENTERERS,
  'POST /collations/files': ENTERERS,
  'POST /collations': ENTERERS,
  'GET /collations': ADMINS,
  'GET /collations/published': ADMINS,
  'PUT /collations/published': ADMINS,
  'POST /collations/published/import': ADMINS,
  'GET /collations/published/imports': ADMINS,
  'GET /collations/published/import/:id': ADMINS,
  'POST /collations/published/import/:id/store': ADMINS,
  'DELETE /collations/published/import/:id': ADMINS,
  'GET /collations/gains/export': ADMINS,
  'GET /collations/:id/export': ADMINS,
  'GET /collations/gap': ADMINS,
  'GET /collations/gains': ADMINS,
  'GET /collations/progress': ADMINS,
  'GET /collations/agents': ADMINS,
  'PUT /collations/agents': ADMINS,
  'DELETE /collations/agents/:id': ADMINS,
  'GET /collations/:id': ENTERERS,
  'GET /collations/:id/comparison': ADMINS,
  'POST /collations/:id/pages': ENTERERS,
  'POST /collations/:id/verify': ADMINS,
  'POST /collations/:id/return': ADMINS,
  'POST /collations/:id/dispute': ADMINS,
  'POST /collations/:id/acknowledge': ADMINS,
};

/** The same of the table of calls and privileges: what changes something for others names what opens it. */
export const COLLATION_PRIVILEGES: Record<string, 'any' | Privilege[]> = {
  'GET /collations/desk': 'any',
  'GET /collations/blank': 'any',
  'POST /collations/files': DECIDING,
  'POST /collations': DECIDING,
  'GET /collations': 'any',
  'GET /collations/published': 'any',
  'PUT /collations/published': DECIDING,
  'POST /collations/published/import': DECIDING,
  'GET /collations/published/imports': 'any',
  'GET /collations/published/import/:id': 'any',
  'POST /collations/published/import/:id/store': DECIDING,
  'DELETE /collations/published/import/:id': DECIDING,
  'GET /collations/gains/export': 'any',
  'GET /collations/:id/export': 'any',
  'GET /collations/gap': 'any',
  'GET /collations/gains': 'any',
  'GET /collations/progress': 'any',
  'GET /collations/agents': 'any',
  'PUT /collations/agents': DECIDING,
  'DELETE /collations/agents/:id': DECIDING,
  'GET /collations/:id': 'any',
  'GET /collations/:id/comparison': 'any',
  'POST /collations/:id/pages': DECIDING,
  'POST /collations/:id/verify': DECIDING,
  'POST /collations/:id/return': DECIDING,
  'POST /collations/:id/dispute': DECIDING,
  'POST /collations/:id/acknowledge': DECIDING,
};

export interface Row {
  childCode: string;
  registered?: number | null;
  accredited?: number | null;
  votes: Record<string, number | null>;
  valid?: number | null;
  rejected?: number | null;
  total?: number | null;
}

/** The row of a unit whose sheet is that of builders.ts without Others: 31 + 12 + 88 + 2 = 133, 4 rejected, 141 accredited. */
export const rowOf = (child: LocationId, times = 1): Row => ({
  childCode: codeOf(child),
  registered: 500 * times,
  accredited: 141 * times,
  votes: { APC: 31 * times, PDP: 12 * times, LP: 88 * times, NNPP: 2 * times, Others: 0 },
  valid: 133 * times,
  rejected: 4 * times,
  total: 137 * times,
});

export const blankRow = (child: LocationId): Row => ({ childCode: codeOf(child), votes: {} });

/** The totals of so many rows like that. */
export function totalsOf(times: number): Omit<Row, 'childCode'> {
  const { childCode: _, ...figures } = rowOf(NATION, times);
  return figures;
}

/** The EC8B of a ward on which everything adds up and is as on the sheets; `changes` for other forms. */
export const formOf = (
  electionId: ElectionId,
  area: LocationId,
  children: readonly LocationId[],
  changes: object = {},
) => ({
  electionId,
  area: codeOf(area),
  formCode: 'EC8B',
  source: 'agent',
  rows: children.map((child) => rowOf(child)),
  statedTotals: totalsOf(children.length),
  sheetFileIds: [],
  ...changes,
});

let keys = 0;

export async function enter(by: Client, form: object): Promise<Reply> {
  keys += 1;
  return await by.post('/collations', form, { 'idempotency-key': `form-${keys}` });
}
