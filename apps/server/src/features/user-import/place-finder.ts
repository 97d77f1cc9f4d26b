import { withArticle } from '@ec/contract/base/wording';
import { type LocationId, locationType, type LocationType } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { PLACE_TITLES } from '@ec/contract/users/schemas';
import { plainCode, sameName } from './file-rules.ts';
import { type Place, placesBelow, placesByCode, upperPlaces } from './queries.ts';

/** How a row says where: by the code of the place, or by the names (or codes) that lead to it from the state down. */
export interface WrittenPlace {
  code: string;
  names: readonly string[];
}

const LEVELS = ['state', 'lga', 'ward', 'polling_unit'] as const;

/** Names of kinds of places inside a sentence: polling unit, ward, but LGA. */
const titleOf = (type: LocationType) => (type === 'lga' ? 'LGA' : PLACE_TITLES[type].toLowerCase());

export interface PlaceFinder {
  /** Loads what these rows ask for, together. */
  prepare(written: readonly WrittenPlace[]): Promise<void>;
  /** The place that a prepared row means, or a sentence that says why there is none. */
  find(written: WrittenPlace): Place | string;
}

/** Finds places of one kind; what was loaded for one row serves the next. */
export async function createPlaceFinder(db: Db, type: 'ward' | 'polling_unit'): Promise<PlaceFinder> {
  const upper = await upperPlaces(db);
  const states = upper.filter(({ id }) => locationType(id) === 'state');
  const children = new Map<LocationId, Place[]>(states.map(({ id }) => [id, []]));
  for (const place of upper) children.get(place.parent)?.push(place);
  const byCode = new Map<string, Place | null>();
  const depth = LEVELS.indexOf(type) + 1;

  /** Follows the names as far as they are loaded; a place whose children are not loaded yet is named as `open`. */
  function follow(names: readonly string[]): { place: Place } | { open: LocationId } | { problem: string } {
    let within: Place | undefined;
    for (const [index, level] of LEVELS.slice(0, depth).entries()) {
      const written = names[index]?.trim() ?? '';
      if (written === '') return { problem: `The ${titleOf(level)} is missing` };
      const among = within ? children.get(within.id) : states;
      if (!among) return { open: within?.id ?? (0 as LocationId) };
      const code = plainCode(written);
      const found = among.filter((place) => place.code === code || sameName(place.name, written));
      const place = found.find((one) => one.code === code) ?? found[0];
      const where = within ? ` in ${within.name}` : '';
      if (!place) return { problem: `There is no ${titleOf(level)} "${written}"${where}` };
      if (found.length > 1 && place.code !== code)
        return { problem: `${found.length} places${where} are named "${written}": give the code instead` };
      within = place;
    }
    return within ? { place: within } : { problem: `The ${titleOf(type)} is missing` };
  }

  async function loadCodes(codes: ReadonlySet<string>): Promise<void> {
    const unknown = [...codes].filter((code) => !byCode.has(code));
    if (unknown.length === 0) return;
    const found = await placesByCode(db, unknown);
    for (const code of unknown) byCode.set(code, found.get(code) ?? null);
  }

  async function loadChildren(chains: readonly (readonly string[])[]): Promise<void> {
    // Once for the wards, and once more for the units below them.
    for (let round = 0; round < 2; round++) {
      const open = new Set(chains.map(follow).flatMap((step) => ('open' in step ? [step.open] : [])));
      if (open.size === 0) return;
      for (const id of open) children.set(id, []);
      for (const place of await placesBelow(db, open)) children.get(place.parent)?.push(place);
    }
  }

  return {
    async prepare(written) {
      await loadCodes(new Set(written.flatMap(({ code }) => (code === '' ? [] : [plainCode(code)]))));
      await loadChildren(written.flatMap(({ code, names }) => (code === '' ? [names] : [])));
    },
    find({ code, names }) {
      if (code !== '') {
        const place = byCode.get(plainCode(code));
        if (!place) return `There is no ${titleOf(type)} with the code "${code}"`;
        const found = locationType(place.id);
        return found === type
          ? place
          : `"${code}" is the code of ${withArticle(titleOf(found))}, not of ${withArticle(titleOf(type))}`;
      }
      const step = follow(names);
      if ('place' in step) return step.place;
      return 'problem' in step ? step.problem : `The ${titleOf(type)} is missing`;
    },
  };
}
