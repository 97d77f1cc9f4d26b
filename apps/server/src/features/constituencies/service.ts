import type { ElectionId } from '@ec/contract/base/common';
import { CONSTITUENCY_KINDS, type ConstituencyKind, typesIn } from '@ec/contract/constituencies/kinds';
import type {
  Constituency,
  ConstituencyId,
  ConstituencyImport,
  ImportConstituenciesRequest,
} from '@ec/contract/constituencies/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { noneRefused } from '@ec/contract/geography/register-import';
import { type Actor, areasOf, requireInside } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { previewed } from '../../platform/database/transact.ts';
import { lockTreeForImport } from '../../platform/database/advisory-locks.ts';
import { linesOf } from '../../platform/files/csv-lines.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areasOfConstituencies, countUnassigned, listConstituencies } from './queries.ts';
import {
  listAssignments,
  listIds,
  listUnnamed,
  listWardIds,
  lockElectionsIn,
  lockElectionsOver,
  type PlacedWard,
  removeEmpty,
  rename,
  saveAssignments,
  saveConstituencies,
  saveNames,
  stateOf,
  type TouchedElection,
} from './repository.ts';
import { checkWardsFile, usualNames, type WardsFile } from './rules.ts';

/** Brings the covered areas of an election to the present wards of its constituencies; the application gives it. */
export type CoverAnew = (tx: Tx, id: ElectionId, constituencies: readonly ConstituencyId[]) => Promise<void>;

/** So many wards without a constituency are named; all are counted. */
const NAMED_WARDS = 20;

async function readFile(tx: Tx, text: string): Promise<WardsFile> {
  const refused = noneRefused();
  const lines = linesOf(text, refused);
  if (refused.count === 0) return checkWardsFile(lines, await listWardIds(tx));
  return { rows: 0, kinds: [], constituencies: new Map(), assignments: [], refused };
}

interface Changes extends Pick<ConstituencyImport, 'kinds'> {
  touched: Set<ConstituencyId>;
  /** Wards that come to another constituency, or to their first. */
  placed: Map<ConstituencyKind, PlacedWard[]>;
}

/** What the file changes, before it is stored; wards without a constituency are counted afterwards. */
async function compare(tx: Tx, file: WardsFile): Promise<Changes> {
  const [present, ids] = await Promise.all([listAssignments(tx, file.kinds), listIds(tx)]);
  const before = new Map(present.map(({ ward, kind, constituency }) => [`${kind} ${ward}`, constituency]));
  const touched = new Set<ConstituencyId>();
  const placedWards = new Map<ConstituencyKind, PlacedWard[]>();
  const kinds = file.kinds.map((kind) => {
    const named = [...file.constituencies.values()].filter((one) => one.kind === kind);
    const mine = file.assignments.filter((one) => one.kind === kind);
    const placed: PlacedWard[] = [];
    placedWards.set(kind, placed);
    for (const { ward, constituency } of mine) {
      const was = before.get(`${kind} ${ward}`);
      if (was === constituency) continue;
      placed.push({ ward, constituency, moved: was !== undefined });
      if (was !== undefined) touched.add(was);
      touched.add(constituency);
    }
    const moved = placed.filter((one) => one.moved).length;
    return {
      kind,
      constituencies: named.length,
      added: named.filter(({ id }) => !ids.has(id)).length,
      wards: mine.length,
      assigned: placed.length - moved,
      moved,
      unassigned: { count: 0, wards: [] },
    };
  });
  return { kinds, touched, placed: placedWards };
}

async function store(tx: Tx, file: WardsFile): Promise<void> {
  await saveConstituencies(tx, [...file.constituencies.values()]);
  await saveAssignments(tx, file.assignments);
  await removeEmpty(tx);
  await saveNames(tx, usualNames(await listUnnamed(tx)));
}

async function withUnassigned(tx: Tx, kinds: ConstituencyImport['kinds']): Promise<ConstituencyImport['kinds']> {
  return await Promise.all(
    kinds.map(async (one) => ({ ...one, unassigned: await countUnassigned(tx, one.kind, [NATION], NAMED_WARDS) })),
  );
}

/**
 * Imports the constituencies of wards, or says what an import would change. Throws IMPORT_INVALID with the bad lines,
 * IMPORT_RUNNING beside another import, CONSTITUENCY_WITHOUT_WARDS where an election would cover nothing, CONSTITUENCY_IN_USE where results are counted in a constituency whose wards change, or in an area whose wards come to another constituency.
 */
export async function importConstituencies(
  write: WriteContext,
  actor: Actor,
  request: ImportConstituenciesRequest,
  coverAnew: CoverAnew,
): Promise<ConstituencyImport> {
  requireInside(actor, NATION);
  const { tx } = write;
  if (!(await lockTreeForImport(tx))) throw new AppError('IMPORT_RUNNING');
  const file = await readFile(tx, request.text);
  const absent = CONSTITUENCY_KINDS.filter((kind) => !file.kinds.includes(kind));
  const { refused } = file;
  if (refused.count > 0) {
    if (request.store) throw new AppError('IMPORT_INVALID', refused);
    write.noChange();
    return { stored: false, rows: file.rows, kinds: [], absent, refused, elections: [] };
  }
  const { kinds, touched, placed } = await compare(tx, file);
  const named = await lockElectionsIn(tx, [...touched]);
  const over: TouchedElection[] = [];
  for (const [kind, wards] of placed) over.push(...(await lockElectionsOver(tx, typesIn(kind), wards)));
  const begun = [...named, ...over].filter(({ status }) => status !== 'draft' && status !== 'scheduled');
  // Named constituencies keep their wards for good; an archived election whose areas hold others stops no later register.
  const counted = begun.filter((one) => one.status !== 'archived' || !over.includes(one));
  if (counted.length > 0) {
    const names = new Set(counted.map(({ name }) => name));
    throw new AppError('CONSTITUENCY_IN_USE', { elections: [...names].join(', ') });
  }
  // Covered anew, each once.
  const others = over.filter(({ status, constituencies }) => status !== 'archived' && constituencies.length > 0);
  const held = [...new Map([...named, ...others].map((one) => [one.id, one])).values()];
  const work = async () => {
    await store(tx, file);
    for (const { name, constituencies } of held) {
      const areas = await areasOfConstituencies(tx, constituencies);
      if (areas.length === 0) throw new AppError('CONSTITUENCY_WITHOUT_WARDS', { elections: name });
    }
    return await withUnassigned(tx, kinds);
  };
  const after = request.store ? await work() : await previewed(tx, work);
  const answer = { rows: file.rows, kinds: after, absent, refused, elections: held.map(({ name }) => name) };
  if (!request.store) {
    write.noChange();
    return { stored: false, ...answer };
  }
  for (const { id, constituencies } of held) await coverAnew(tx, id, constituencies);
  const counts = kinds.map(({ kind, constituencies, added, assigned, moved }) => ({
    kind,
    constituencies,
    added,
    assigned,
    moved,
  }));
  await write.audit({
    event: 'geography.constituencies_imported',
    next: { rows: file.rows, kinds: counts, elections: held.map(({ id }) => id) },
  });
  await write.emit({ type: 'geography.changed' });
  return { stored: true, ...answer };
}

/** Gives a constituency a name, which later imports without names keep. Throws NOT_FOUND outside the person's areas. */
export async function renameConstituency(
  write: WriteContext,
  actor: Actor,
  id: ConstituencyId,
  name: string,
): Promise<Constituency> {
  const { tx } = write;
  const state = await stateOf(tx, id);
  if (state === undefined) throw new AppError('NOT_FOUND');
  requireInside(actor, state);
  const before = await rename(tx, id, name);
  const kind = CONSTITUENCY_KINDS.find((each) => id.startsWith(`${each}-`)) ?? 'senatorial';
  const { rows } = await listConstituencies(tx, { within: areasOf(actor), kind, id }, { limit: 1, offset: 0 });
  const [renamed] = rows;
  if (!renamed) throw new AppError('NOT_FOUND');
  if (before === name) write.noChange();
  else {
    await write.audit({
      event: 'geography.constituency_renamed',
      resourceId: id,
      previous: { name: before },
      next: { name },
    });
    await write.emit({ type: 'geography.changed' });
  }
  return renamed;
}
