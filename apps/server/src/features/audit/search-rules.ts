import { AUDIT_EVENTS, type AuditEvent } from '@ec/contract/audit/events';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';

/** The events whose title contains the text. */
export function eventsLike(text: string): AuditEvent[] {
  const sought = text.trim().toLowerCase();
  return (Object.keys(AUDIT_EVENTS) as AuditEvent[]).filter((event) =>
    AUDIT_EVENTS[event].action.toLowerCase().includes(sought),
  );
}

/** An address or the start of one. */
export interface AddressCondition {
  address: string;
  prefix: boolean;
}

/** The condition for an address: one that ends in a dot or a colon, or is not a complete IPv4 address, is a prefix. */
export function addressCondition(text: string): AddressCondition {
  const address = text.trim().toLowerCase();
  const isWhole = address.includes(':') ? !address.endsWith(':') : /^\d+(\.\d+){3}$/.test(address);
  return { address, prefix: !isWhole };
}

/** True for text that is almost certainly an address or the start of one. */
export const looksLikeAddress = (text: string): boolean =>
  /^\d{1,3}\.[\d.]*$/.test(text) || /^[\da-f]{0,4}:[\da-f:.]*$/i.test(text);

/** The areas without those inside another of them. */
export function widest(areas: readonly LocationId[]): LocationId[] {
  const kept: LocationId[] = [];
  let end = 0;
  for (const area of [...areas].toSorted((a, b) => a - b || areaRange(b).last - areaRange(a).last)) {
    if (area <= end) continue;
    kept.push(area);
    end = areaRange(area).last;
  }
  return kept;
}
