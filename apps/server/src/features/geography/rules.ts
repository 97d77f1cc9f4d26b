import {
  childType,
  type LocationId,
  type LocationType,
  locationType,
  MAX_CHILD_NUMBER,
} from '@ec/contract/location-id';

/** Names are compared without case, accents and punctuation: "Ibeju/Lekki" and "IBEJU - LEKKI" are one. */
export function sameName(a: string, b: string): boolean {
  return plainName(a) === plainName(b);
}

export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** The kind of place that holds places of this kind; undefined for the nation. */
export function parentType(type: LocationType): LocationType | undefined {
  return (['national', 'region', 'state', 'lga', 'ward'] as const).find((parent) => childType(parent) === type);
}

export function mayHold(parent: LocationId, type: LocationType): boolean {
  return childType(locationType(parent)) === type;
}

/** The number after the highest that is taken; undefined where the parent's numbers are used up. */
export function nextNumber(type: LocationType, highest: number): number | undefined {
  return highest < MAX_CHILD_NUMBER[type] ? highest + 1 : undefined;
}

/** What keeps a place from being deleted, in words; null where nothing does. */
export function inTheWay(found: {
  children: number;
  users: number;
  results: number;
  elections: number;
}): string | null {
  const parts = [
    [found.children, 'location', 'locations', 'inside it'],
    [found.users, 'user', 'users', 'assigned to it'],
    [found.results, 'result', 'results', 'of it'],
    [found.elections, 'election', 'elections', 'held in it'],
  ] as const;
  const lines = parts.flatMap(([count, one, many, where]) =>
    count > 0 ? [`${count.toLocaleString('en-NG')} ${count === 1 ? one : many} ${where}`] : [],
  );
  return lines.length > 0 ? lines.join(', ') : null;
}
