import { inDigits } from '@ec/contract/base/wording';
import {
  childType,
  type LocationId,
  type LocationType,
  locationType,
  MAX_CHILD_NUMBER,
} from '@ec/contract/geography/location-id';

/** Names are compared without case, accents and punctuation: "Ibeju/Lekki" equals "IBEJU - LEKKI". */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

export function mayHold(parent: LocationId, type: LocationType): boolean {
  return childType(locationType(parent)) === type;
}

/** The number after the highest one used; undefined if the parent's numbers are used up. */
export function nextNumber(type: LocationType, highest: number): number | undefined {
  return highest < MAX_CHILD_NUMBER[type] ? highest + 1 : undefined;
}

/** The references to a place; each kind prevents its deletion. */
export interface PlaceUses {
  children: number;
  users: number;
  /** Users with their personal location there and another assignment. */
  residents: number;
  /** Deleted users, whose records are kept. */
  formerUsers: number;
  requests: number;
  moderators: number;
  results: number;
  elections: number;
  messages: number;
  announcements: number;
}

const USES: Record<keyof PlaceUses, readonly [one: string, many: string]> = {
  children: ['location inside it', 'locations inside it'],
  users: ['user assigned to it', 'users assigned to it'],
  residents: ['user living in it', 'users living in it'],
  formerUsers: ['deleted user whose record names it', 'deleted users whose records name it'],
  requests: ['request about a person in it', 'requests about people in it'],
  moderators: ['moderator whose privileges name it', 'moderators whose privileges name it'],
  results: ['result of it', 'results of it'],
  elections: ['election held in it', 'elections held in it'],
  messages: ['message in its group chat', 'messages in its group chat'],
  announcements: ['announcement for it', 'announcements for it'],
};

/** The references that a list looks up for each of its places; of the others the deletion is refused. */
export type ListedUse = 'residents' | 'formerUsers' | 'requests' | 'results' | 'elections' | 'messages';

/** The same in words, without counts; null if there are none. */
export function keptByWords(found: readonly ListedUse[]): string | null {
  return found.length > 0 ? found.map((kind) => USES[kind][1]).join(', ') : null;
}

/** What prevents the deletion of a place, in words; null if nothing does. */
export function inTheWay(found: PlaceUses): string | null {
  const lines = (Object.keys(USES) as (keyof PlaceUses)[]).flatMap((kind) => {
    const count = found[kind];
    return count > 0 ? [`${inDigits(count)} ${USES[kind][count === 1 ? 0 : 1]}`] : [];
  });
  return lines.length > 0 ? lines.join(', ') : null;
}
