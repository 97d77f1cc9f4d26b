import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { CollationLevel } from '@ec/contract/collations/chain';
import { DEFAULT_FORM_CODES } from '@ec/contract/form-codes/codes';
import { namedFigures } from '@ec/contract/collations/figures';
import type { CollationId } from '@ec/contract/collations/schemas';
import { ballotOf } from '@ec/contract/elections/parties';
import { ancestorOf, codeOf, isInside, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Bulk, Cell } from '../platform/database/bulk.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/runtime/ids.ts';
import { formDigest, formNumber } from '../features/collations/record/receipt.ts';
import { flagsOf } from '../features/collations/rules.ts';
import { fateOf } from './fates.ts';
import { DEMO, type PlannedState } from './plan.ts';
import { planSheets, type PlannedSheet } from './sheets.ts';

/** Figures of a row, the votes in the ballot's order. */
interface Figures {
  registered: number;
  accredited: number;
  votes: number[];
  valid: number;
  rejected: number;
  total: number;
}

interface Row extends Figures {
  child: LocationId;
}

interface Form {
  level: CollationLevel;
  area: LocationId;
  rows: Row[];
  stated: Figures;
}

/** A change that was put into the forms, to be found again. */
export interface RehearsedFault {
  kind: 'row' | 'left_out' | 'column_sum' | 'carried';
  level: CollationLevel;
  area: LocationId;
  row: LocationId | null;
  party: string;
  votes: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const rowOfSheet = (
  { unit, registered, accredited, votes, voidVotes, totalVotes }: PlannedSheet,
  entries: number,
): Row => ({
  child: unit,
  registered,
  accredited,
  votes: Array.from({ length: entries }, (_, index) => votes[index] ?? 0),
  valid: totalVotes - voidVotes,
  rejected: voidVotes,
  total: totalVotes,
});

function totalOf(rows: readonly Figures[], entries: number): Figures {
  const of = (field: Exclude<keyof Figures, 'votes'>) => sum(rows.map((row) => row[field]));
  return {
    registered: of('registered'),
    accredited: of('accredited'),
    votes: Array.from({ length: entries }, (_, index) => sum(rows.map(({ votes }) => votes[index] ?? 0))),
    valid: of('valid'),
    rejected: of('rejected'),
    total: of('total'),
  };
}

/** More votes for one party, in every sum of the row. */
function raised<F extends Figures>(row: F, at: number, votes: number): F {
  const changed = row.votes.map((value, index) => (index === at ? value + votes : value));
  return { ...row, votes: changed, valid: row.valid + votes, total: row.total + votes };
}

const isCounted = (sheet: PlannedSheet): boolean => {
  const status = fateOf(sheet)?.status;
  return (
    (status === 'verified' || status === 'pending') && sheet.totalVotes > 0 && sheet.totalVotes <= sheet.accredited
  );
};

/** The forms of a state as they were carried up, and the four changes in the LGA of the demo accounts. */
export function planForms(
  state: PlannedState,
  parties: readonly string[],
): { forms: Form[]; faults: RehearsedFault[] } {
  const ballot = ballotOf(parties);
  const entries = ballot.length;
  const faults: RehearsedFault[] = [];
  const byWard = Map.groupBy(planSheets(state), ({ unit }) => ancestorOf(unit, 'ward') ?? unit);
  // The ward of the demo accounts has no form yet: its administrator enters it.
  const spoiled = [...byWard.keys()].filter((ward) => isInside(ward, DEMO.lga) && ward !== DEMO.ward);
  const [changedWard, shortWard, columnWard, carriedWard] = spoiled;
  const note = (fault: Omit<RehearsedFault, 'party'>, at: number) => faults.push({ ...fault, party: ballot[at] ?? '' });
  const largest = (votes: readonly number[]) => votes.indexOf(Math.max(...votes));

  const wards = [...byWard].map(([area, sheets]): Form => {
    let rows = sheets.map((sheet) => rowOfSheet(sheet, entries));
    const held = sheets.find(isCounted);
    if (held && area === changedWard) {
      const at = largest(held.votes);
      rows = rows.map((row) => (row.child === held.unit ? raised(row, at, 100) : row));
      note({ kind: 'row', level: 'ward', area, row: held.unit, votes: 100 }, at);
    }
    if (held && area === shortWard) {
      rows = rows.filter(({ child }) => child !== held.unit);
      const at = largest(held.votes);
      note({ kind: 'left_out', level: 'ward', area, row: held.unit, votes: -(held.votes[at] ?? 0) }, at);
    }
    const stated = totalOf(rows, entries);
    if (area !== columnWard) return { level: 'ward', area, rows, stated };
    const at = largest(stated.votes);
    note({ kind: 'column_sum', level: 'ward', area, row: null, votes: 60 }, at);
    return { level: 'ward', area, rows, stated: raised(stated, at, 60) };
  });

  const above = (level: 'lga' | 'state', below: readonly Form[]): Form[] =>
    [...Map.groupBy(below, ({ area }) => ancestorOf(area, level) ?? area)].map(([area, children]) => {
      const rows = children.map(({ area: child, stated }): Row => {
        if (child !== carriedWard) return { ...stated, child };
        const at = largest(stated.votes);
        note({ kind: 'carried', level, area, row: child, votes: 75 }, at);
        return { ...raised(stated, at, 75), child };
      });
      return { level, area, rows, stated: totalOf(rows, entries) };
    });
  const lgas = above('lga', wards);
  const forms = [...wards, ...lgas, ...above('state', lgas)];
  return { forms: forms.filter(({ level, area }) => level !== 'ward' || area !== DEMO.ward), faults };
}

/** The list of what is to be found, for the demo's start. */
export function faultLines(faults: readonly RehearsedFault[]): string[] {
  const words = {
    row: (fault: RehearsedFault) =>
      `EC8B of ${codeOf(fault.area)}: row ${codeOf(fault.row ?? fault.area)} has more votes than its sheet`,
    left_out: (fault: RehearsedFault) =>
      `EC8B of ${codeOf(fault.area)}: unit ${codeOf(fault.row ?? fault.area)} was left out`,
    column_sum: (fault: RehearsedFault) => `EC8B of ${codeOf(fault.area)}: the stated total is not the sum of the rows`,
    carried: (fault: RehearsedFault) =>
      `EC8C of ${codeOf(fault.area)}: ${codeOf(fault.row ?? fault.area)} is not what its EC8B states`,
  };
  return faults.map(
    (fault) => `${words[fault.kind](fault)} (${fault.party} ${fault.votes > 0 ? '+' : ''}${fault.votes})`,
  );
}

/** The administrators who enter forms, by their area. */
async function enterersOf(tx: Tx, state: LocationId): Promise<Map<LocationId, UserId>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'area_id', 'role'])
    .where('role', 'in', ['ward_admin', 'lga_admin', 'state_admin'])
    .where('status', '=', 'ACTIVE')
    .execute();
  return new Map(
    rows.flatMap(({ id, area_id }): [LocationId, UserId][] =>
      area_id !== null && isInside(area_id, state) ? [[area_id, id]] : [],
    ),
  );
}

const COLLATION_COLUMNS =
  'id election_id level form_code area_id source status version submitted_by submitted_at'.split(' ');
const VERSION_COLUMNS =
  'collation_id version submission_id parties registered accredited votes valid rejected total flags officer_name signed_by stamped idempotency_key request_hash digest submitted_by submitted_at'.split(
    ' ',
  );
const ROW_COLUMNS = 'collation_id version child_id position registered accredited votes valid rejected total'.split(
  ' ',
);
const figuresOf = ({ registered, accredited, votes, valid, rejected, total }: Figures): Cell[] => [
  registered,
  accredited,
  votes,
  valid,
  rejected,
  total,
];

/** What is noted of a form without a photo, as the server notes it when it takes one. */
function notedOf({ rows, stated }: Form, parties: readonly string[]): string {
  const named = (figures: Figures) => namedFigures(figures, parties);
  const flags = flagsOf({
    rows: rows.map((row) => ({ ...named(row), childCode: codeOf(row.child) })),
    stated: named(stated),
    parties,
    missing: [],
    photos: 0,
  });
  return JSON.stringify(flags);
}

/** Stores the forms of the state of the demo accounts, as entered one after the other before now. */
export async function storeForms(
  bulk: Bulk,
  election: { id: ElectionId; parties: readonly string[] },
  state: PlannedState,
  { fallback, now }: { fallback: UserId; now: Date },
): Promise<RehearsedFault[]> {
  const { forms, faults } = planForms(state, election.parties);
  const enterers = await enterersOf(bulk.tx, state.fact.id);
  const parties = ballotOf(election.parties);
  const collations: Cell[][] = [];
  const versions: Cell[][] = [];
  const rows: Cell[][] = [];
  for (const [index, form] of forms.entries()) {
    const { level, area, rows: children, stated } = form;
    const id = newId<CollationId>();
    const code = DEFAULT_FORM_CODES.presidential[level] ?? '';
    const by = enterers.get(area) ?? fallback;
    const at = new Date(now.getTime() - Math.round(((forms.length - index) / forms.length) * 2 * 3_600_000));
    const made = {
      electionId: election.id,
      level,
      areaId: area,
      constituencyId: null,
      formCode: code,
      source: 'agent' as const,
      version: 1,
      parties,
      rows: children.map(({ child, ...figures }) => ({ ...figures, childId: child })),
      stated,
      photos: [],
      submittedBy: by,
      submittedAt: at,
    };
    const digest = formDigest(made);
    const submissionId = formNumber(made, digest);
    collations.push([id, election.id, level, code, area, 'agent', 'pending', 1, by, at]);
    versions.push([
      id,
      1,
      submissionId,
      parties,
      ...figuresOf(stated),
      notedOf(form, parties),
      null,
      [],
      true,
      `rehearsal-${index}`,
      digest,
      digest,
      by,
      at,
    ]);
    for (const [position, row] of children.entries()) rows.push([id, 1, row.child, position + 1, ...figuresOf(row)]);
  }
  await bulk.copy('collations', COLLATION_COLUMNS, collations);
  await bulk.copy('collation_versions', VERSION_COLUMNS, versions);
  await bulk.copy('collation_rows', ROW_COLUMNS, rows);
  for (const table of ['collations', 'collation_versions', 'collation_rows'])
    await sql`analyze ${sql.table(table)}`.execute(bulk.tx);
  return faults;
}
