import {
  columnFaults,
  compareRow,
  differingFields,
  fieldNames,
  fieldOf,
  namedFigures,
  type RowCode,
  type RowFigures,
} from '@ec/contract/collations/figures';
import type { CollationComparison, CollationId, ComparedRow } from '@ec/contract/collations/schemas';
import { byParty } from '@ec/contract/elections/parties';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { validVotes } from '@ec/contract/results/sheet';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type ChildForm, formsBelow, type OwnFigures, ownOfAreas, ownOfUnits } from './compare-queries.ts';
import { type CollationRecord, countingFormAt, findCollation, listRows } from './queries.ts';
import { childTypeOf, formsAbove, levelBelow } from './rules.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { judgeForm } from '../alerts/form-rules.ts';
import { raiseAlerts } from '../alerts/raise-service.ts';

function ownRow({ votes, rejected, accredited, registered }: OwnFigures, parties: readonly string[]): RowFigures {
  const named = byParty(votes, parties);
  const valid = validVotes(named);
  return { registered, accredited, votes: named, valid, rejected, total: valid + rejected };
}

interface Ground {
  parties: readonly string[];
  own: ReadonlyMap<LocationId, OwnFigures>;
  forms: ReadonlyMap<LocationId, ChildForm>;
}

/** What stands beside a row of the child: our figures, whether they count, and the form of the child. */
function besides({ own, forms }: Ground, child: LocationId) {
  const ours = own.get(child);
  const held = ours !== undefined && ours.held > 0;
  const basis = !held ? null : ours.verified === ours.held ? ('verified' as const) : ('provisional' as const);
  return {
    ours: held ? ours : undefined,
    answer: {
      basis,
      coverage: ours ? { units: ours.units, held: ours.held } : { units: 1, held: 0 },
      resultId: ours?.resultId ?? null,
      resultStatus: ours?.resultStatus ?? null,
      desk: ours?.desk ?? false,
      childCollationId: forms.get(child)?.id ?? null,
    },
  };
}

const NOTHING = {
  basis: null,
  coverage: null,
  resultId: null,
  resultStatus: null,
  desk: false,
  childCollationId: null,
};
const BLANK = (parties: readonly string[]): RowFigures => ({
  registered: null,
  accredited: null,
  votes: Object.fromEntries(parties.map((party) => [party, null])),
  valid: null,
  rejected: null,
  total: null,
});

type Compared = Omit<ComparedRow, 'childCode' | 'name'> & { child: LocationId | null };

function rowEntries(ground: Ground, child: LocationId, form: RowFigures): Compared[] {
  const { parties, forms } = ground;
  const { ours, answer } = besides(ground, child);
  const below = forms.get(child);
  const { code, fields } = compareRow(form, ours ? ownRow(ours, parties) : null, parties);
  const entries: Compared[] = [{ child, code, fields, ...answer }];
  const carried = below ? differingFields(form, namedFigures(below.stated, below.parties), parties) : [];
  if (below && carried.length > 0)
    entries.push({ child, code: 'CARRIED', fields: carried, ...NOTHING, childCollationId: below.id });
  return entries;
}

/** A place with figures below that does not stand on the form. */
function leftOut(ground: Ground, child: LocationId): Compared[] {
  const { parties, forms } = ground;
  const { ours, answer } = besides(ground, child);
  const below = forms.get(child);
  const figures = ours ? ownRow(ours, parties) : below ? namedFigures(below.stated, below.parties) : null;
  if (!figures) return [];
  const blank = BLANK(parties);
  const fields = fieldNames(parties).flatMap((name) => {
    const own = fieldOf(figures, name);
    return own === null ? [] : [{ name, form: fieldOf(blank, name), own }];
  });
  return [{ child, code: 'ROW_LEFT_OUT', fields, ...answer }];
}

interface FormRow {
  childId: LocationId;
  figures: RowFigures;
}

/** A form as it is compared: its rows, what it states, and what we hold of its places. */
export interface ComparedForm extends Ground {
  rows: FormRow[];
  /** The rows; of a declaration without rows what it states. */
  compared: FormRow[];
  stated: RowFigures;
  /** Places with figures below that do not stand on the form. */
  others: LocationId[];
}

export async function readCompared(db: Db, record: CollationRecord): Promise<ComparedForm> {
  const { electionId, electionType, areaId, level, constituencyId, parties } = record;
  const below = levelBelow(electionType, level);
  const childType = childTypeOf(electionType, level);
  const [stored, own, forms] = await Promise.all([
    listRows(db, record.id),
    level === 'ward'
      ? ownOfUnits(db, electionId, areaId)
      : ownOfAreas(db, electionId, areaId, childType, constituencyId, parties.length),
    below ? formsBelow(db, electionId, below, areaId, constituencyId) : [],
  ]);
  const stated = namedFigures(record.stated, parties);
  const rows = stored
    .filter(({ version }) => version === record.version)
    .map(({ childId, ...figures }) => ({ childId, figures: namedFigures(figures, parties) }));
  // A declaration without rows states what it took from the one form below.
  const compared = rows.length === 0 && level === 'declaration' ? [{ childId: areaId, figures: stated }] : rows;
  const onForm = new Set(compared.map(({ childId }) => childId));
  const held = new Set([...own, ...forms].map(({ childId }) => childId));
  return {
    parties,
    own: new Map(own.map((each) => [each.childId, each])),
    forms: new Map(forms.map((form) => [form.childId, form])),
    rows,
    compared,
    stated,
    // Of a form of which the totals alone are known nothing can be said to be left out.
    others: compared.length === 0 ? [] : [...held].filter((child) => !onForm.has(child)).toSorted((a, b) => a - b),
  };
}

/** Our own figures of a place as they stand beside a row; null where no sheet of ours is counted. */
export function ownFiguresOf(form: ComparedForm, child: LocationId): RowFigures | null {
  const { ours } = besides(form, child);
  return ours ? ownRow(ours, form.parties) : null;
}

/** Every row of the form beside our own figures of its child, and beside the form of the child; then the columns. */
export async function compareCollation(
  db: Db,
  record: CollationRecord,
  read?: ComparedForm,
): Promise<CollationComparison> {
  const form = read ?? (await readCompared(db, record));
  const { parties, rows, compared, stated, others } = form;
  const columns =
    rows.length > 0
      ? columnFaults(
          stated,
          rows.map(({ figures }) => figures),
          parties,
        )
      : [];
  const entries: Compared[] = [
    ...compared.flatMap(({ childId, figures }) => rowEntries(form, childId, figures)),
    ...others.flatMap((child) => leftOut(form, child)),
    ...(columns.length > 0 ? [{ child: null, code: 'COLUMN_SUM' as const, fields: columns, ...NOTHING }] : []),
  ];
  const names = await loadNames(
    db,
    entries.flatMap(({ child }) => child ?? []),
  );
  const counts: Partial<Record<RowCode, number>> = {};
  for (const { code } of entries) counts[code] = (counts[code] ?? 0) + 1;
  return {
    collationId: record.id,
    version: record.version,
    parties: [...parties],
    rows: entries.map(({ child, ...entry }) => ({
      childCode: child === null ? null : codeOf(child),
      name: child === null ? null : (names.get(child) ?? ''),
      ...entry,
    })),
    counts,
  };
}

/**
 * Compares an entered form, and the form above it whose row it may contradict, and raises an alert for what differs: to the level above the form, in
 * the transaction that stores it, so that it is there as soon as the receipt is.
 */
export async function raiseDifferences(write: WriteContext, id: CollationId): Promise<void> {
  const { tx } = write;
  const record = await findCollation(tx, id);
  if (!record) return;
  const [nearest] = formsAbove(record.electionType, record);
  const above = nearest && (await countingFormAt(tx, record.electionId, nearest));
  const parent = above ? await findCollation(tx, above) : undefined;
  const alerts = judgeForm(record, await compareCollation(tx, record));
  const carried = parent ? await compareCollation(tx, parent) : undefined;
  const ofParent =
    parent && carried
      ? judgeForm(parent, {
          rows: carried.rows.filter(({ code, childCollationId }) => code === 'CARRIED' && childCollationId === id),
        })
      : [];
  await raiseAlerts(write, [...alerts, ...ofParent]);
}
