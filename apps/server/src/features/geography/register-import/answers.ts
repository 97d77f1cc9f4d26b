import type { UserId } from '@ec/contract/base/common';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { ChangeKind, RegisterImport, RegisterPreview } from '@ec/contract/geography/register-import';
import { standingOf } from '../../../platform/jobs/import-standing.ts';
import type { StoredImport } from './import-queries.ts';
import type { FoundChanges } from './preview-queries.ts';
import type { RegisterCheck } from './register-check.ts';
import type { ReadRegister } from './register-reading.ts';

/** An import as its reader sees it: only the sender of the file decides on it. */
export function toImport(stored: StoredImport, reader: UserId, now: Date): RegisterImport {
  const shown = standingOf(stored, now);
  const { id, kind, counts, startedBy, starterName, treeChanges } = stored;
  const decides = shown.state === 'waiting' && startedBy === reader;
  return {
    ...shown,
    id,
    kind,
    counts,
    startedBy: startedBy && { id: startedBy, name: starterName ?? '' },
    checkedWith: treeChanges,
    can: { store: decides, discard: decides },
  };
}

/** The ward under the name that the file gives it, then LGA and state. */
function whereText(id: LocationId, check: RegisterCheck, names: ReadonlyMap<LocationId, string>): string {
  const above = (['ward', 'lga', 'state'] as const).map((type) => ancestorOf(id, type));
  return above
    .filter((place) => place !== undefined && place !== id)
    .map((place) => (place && (check.wards.get(place)?.name ?? names.get(place))) ?? '')
    .join(', ');
}

/** What an import of the register would change, with the first places of each kind. */
export function toPreview(
  { check, units }: ReadRegister,
  found: FoundChanges,
  names: ReadonlyMap<LocationId, string>,
): RegisterPreview {
  const count = (kind: ChangeKind) => {
    const of = (wanted: string) =>
      found.tallies.find((tally) => tally.kind === kind && tally.type === wanted)?.count ?? 0;
    return { wards: of('ward'), pollingUnits: of('polling_unit') };
  };
  const touched = (wanted: string) => found.touched.find(({ type }) => type === wanted)?.count ?? 0;
  const sample = (kind: ChangeKind) =>
    found.samples[kind].map((change) => ({ ...change, where: whereText(change.id, check, names) }));

  const added = count('added');
  const changed = { wards: touched('ward'), pollingUnits: touched('polling_unit') };
  const left = {
    wards: check.wards.size - added.wards - changed.wards,
    pollingUnits: units - added.pollingUnits - changed.pollingUnits,
  };
  return {
    counts: { rows: check.rows, added, changed, left },
    added: { count: added, sample: sample('added') },
    renamed: { count: count('renamed'), sample: sample('renamed') },
    registered: { count: { pollingUnits: count('registered').pollingUnits }, sample: sample('registered') },
    missing: { count: { ...count('missing'), ...found.missing }, sample: sample('missing') },
    refused: check.refused,
  };
}
