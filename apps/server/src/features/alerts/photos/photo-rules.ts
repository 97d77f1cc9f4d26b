import type { AlertRule } from '@ec/contract/alerts/schemas';
import { chainOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Source } from '@ec/contract/elections/schemas';
import type { ElectionId, ResultId } from '@ec/contract/base/common';
import { alertOf, type NewAlert, type Unit } from '../judge-rules.ts';

/** A result with its photo. */
export interface Photographed {
  resultId: ResultId;
  electionId: ElectionId;
  electionName: string;
  source: Source;
  unit: Unit;
}

/** The smallest area that holds both places. */
export function areaOfBoth(one: LocationId, other: LocationId): LocationId {
  const above = new Set(chainOf(other));
  return chainOf(one).findLast((area) => above.has(area)) ?? NATION;
}

const named = ({ unit, electionName }: Photographed) => `unit ${unit.code} (${unit.name}; ${electionName})`;

/** Two results whose photos differ in so many of 256 bits. At two units it is for those alone whose area holds both. */
export function judgeNearPhotos(one: Photographed, other: Photographed, bits: number): NewAlert {
  const pair = [one, other].toSorted((a, b) => a.unit.id - b.unit.id || a.resultId.localeCompare(b.resultId));
  const what = pair.map(({ resultId }) => resultId);
  const alike = bits === 0 ? 'the same' : 'nearly the same';
  const both = pair.map(named).join(' and ');
  const about = { resultId: one.resultId, what };
  if (one.unit.id === other.unit.id) {
    const message = `The photo is ${alike} for two contests: ${both}. Each contest has a sheet of its own. Compare the photos.`;
    return alertOf('same_photo_contests', { ...about, areaId: one.unit.id, message });
  }
  const message = `The photos are ${alike}: ${both}. Often one sheet was photographed or chosen twice. Compare the photos.`;
  return alertOf('same_photo', { ...about, areaId: areaOfBoth(one.unit.id, other.unit.id), message });
}

const PHOTO_RULES: readonly AlertRule[] = ['same_photo', 'same_photo_contests'];

/** The two results that an alert of these rules is about, which its key names. */
export function photosOf({ rule, key }: { rule: AlertRule; key: string }): ResultId[] {
  return PHOTO_RULES.includes(rule) ? (key.split(':').slice(1) as ResultId[]) : [];
}
