import type { ElectionId } from '@ec/contract/base/common';
import type { CollationId } from '@ec/contract/collations/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/database.ts';
import {
  type CountedForm,
  type FormContent,
  type GapPlace,
  readContents,
  readForms,
  readMarks,
  readVotes,
  readWards,
  type WardForm,
  type WardRows,
} from './gap-queries.ts';
import type { GapNode, Votes } from './gap-rules.ts';

/** Everything that the gaps of all parties in an area are made of, as it is at one moment. */
export interface GapGround {
  /** The ballot. */
  parties: readonly string[];
  forms: readonly CountedForm[];
  /** Our own votes of wards, verified and pending together. */
  own: ReadonlyMap<LocationId, Votes>;
  coverage: { held: number; verified: number };
  /** Every ward with a form or a sheet of ours. */
  wards: ReadonlyMap<LocationId, WardGround>;
}

/** One ward of a ground: the same object as in the reading before while nothing in it has changed. */
export interface WardGround extends WardRows {
  node: GapNode;
}

/** What was read, with what tells whether it is still the same. */
type Marked<K, M, V> = Map<K, { mark: M; value: V }>;

/** What was read before of one election and ballot, and is used again while what it was read of is the same. */
interface Kept {
  ballot: string;
  contents: Marked<CollationId, number, FormContent>;
  own: Marked<LocationId, string, Votes>;
  wards: Map<LocationId, { key: string; found: WardGround }>;
}

/** As many elections are kept as are looked at in one night. */
const MOST_ELECTIONS = 8;

const NOTHING: WardRows = { units: [], unheld: null };

/** Reads the ground of a gap; `db` must be one snapshot. `eachUnheld`: rows without a sheet of ours one by one. */
export type ReadGround = (db: Db, place: GapPlace, eachUnheld: boolean) => Promise<GapGround>;

/**
 * What the marks are of: as it is kept where the mark is the same, else as it is read. Readers of several moments share what is kept, so all that is
 * used of it is taken before another one can write there.
 */
async function readMarked<K, M, V>(
  kept: Marked<K, M, V>,
  marks: ReadonlyMap<K, M>,
  read: (missing: ReadonlyMap<K, M>) => Promise<ReadonlyMap<K, V>>,
): Promise<Map<K, V>> {
  const found = new Map<K, V>();
  const missing = new Map<K, M>();
  for (const [key, mark] of marks) {
    const known = kept.get(key);
    if (known?.mark === mark) found.set(key, known.value);
    else missing.set(key, mark);
  }
  if (missing.size === 0) return found;
  const added = await read(missing);
  for (const [key, mark] of missing) {
    const value = added.get(key);
    if (value === undefined) continue;
    found.set(key, value);
    kept.set(key, { mark, value });
  }
  return found;
}

async function readCounted(db: Db, place: GapPlace, kept: Kept): Promise<CountedForm[]> {
  const forms = await readForms(db, place);
  const versions = new Map(forms.map(({ id, version }) => [id, version]));
  const contents = await readMarked(kept.contents, versions, (missing) =>
    readContents(
      db,
      place.parties,
      forms.filter(({ id }) => missing.has(id)),
    ),
  );
  return forms.map((form) => {
    const content = contents.get(form.id);
    if (!content) throw new Error(`the form ${form.id} has no version ${form.version}`);
    return { ...form, ...content };
  });
}

interface OwnVotes {
  own: Map<LocationId, Votes>;
  marks: Map<LocationId, string>;
  coverage: { held: number; verified: number };
}

async function readOwn(db: Db, place: GapPlace, kept: Kept): Promise<OwnVotes> {
  const marks = new Map<LocationId, string>();
  const coverage = { held: 0, verified: 0 };
  for (const { ward, verified, units, mark } of await readMarks(db, place)) {
    marks.set(ward, `${marks.get(ward) ?? ''} ${verified ? 'v' : 'p'}${mark}`);
    coverage.held += units;
    if (verified) coverage.verified += units;
  }
  const own = await readMarked(kept.own, marks, (missing) => readVotes(db, place.electionId, [...missing.keys()]));
  return { own, marks, coverage };
}

/** The end of the chain: one ward's form beside our sheets, for all parties. */
function wardGround(ward: LocationId, form: CountedForm | undefined, own: Votes, rows: WardRows): WardGround {
  const units = rows.units.map(({ unit, form: row, own: ours }) => ({ id: unit, row, own: ours }));
  const equal = own.map((votes, at) => units.reduce((rest, unit) => rest - (unit.own?.[at] ?? 0), votes));
  return {
    ...rows,
    node: {
      level: 'ward',
      area: ward,
      form: form ? { stated: form.stated, rows: form.hasRows ? [] : null } : null,
      children: [],
      units,
      equal,
      unheld: rows.unheld ?? undefined,
    },
  };
}

/**
 * Keeps what versions of forms say, which never changes, our own votes of each ward, and what was found in it, until its form or one of our
 * sheets there changes: of some ten thousand forms and 8,809 wards only those that changed since the last look are read again. What was kept is
 * used only where form, version, ballot and the mark of our own total are the same.
 */
export function createGapGrounds(): ReadGround {
  const elections = new LRUCache<ElectionId, Kept>({ max: MOST_ELECTIONS });
  return async (db, place, eachUnheld) => {
    const ballot = place.parties.join(' ');
    let kept = elections.get(place.electionId);
    if (kept?.ballot !== ballot) kept = { ballot, contents: new Map(), own: new Map(), wards: new Map() };
    elections.set(place.electionId, kept);
    const forms = await readCounted(db, place, kept);
    const { own, marks, coverage } = await readOwn(db, place, kept);
    const formOf = new Map(forms.flatMap((form) => (form.level === 'ward' ? [[form.areaId, form] as const] : [])));
    const wards = new Map<LocationId, WardGround>();
    const missing: { ward: LocationId; key: string; form: CountedForm | undefined }[] = [];
    for (const ward of new Set([...formOf.keys(), ...own.keys()])) {
      const form = formOf.get(ward);
      const key = `${form?.id} ${form?.version}${marks.get(ward) ?? ''}`;
      const known = eachUnheld ? undefined : kept.wards.get(ward);
      if (known?.key === key) wards.set(ward, known.found);
      else missing.push({ ward, key, form });
    }
    const asked = missing.flatMap(({ ward, form }): WardForm[] => (form?.hasRows ? [{ ...form, ward }] : []));
    const read = asked.length > 0 ? await readWards(db, place, asked, eachUnheld) : undefined;
    const none = place.parties.map(() => 0);
    for (const { ward, key, form } of missing) {
      const found = wardGround(ward, form, own.get(ward) ?? none, read?.get(ward) ?? NOTHING);
      wards.set(ward, found);
      if (!eachUnheld) kept.wards.set(ward, { key, found });
    }
    return { parties: place.parties, forms, own, coverage, wards };
  };
}
