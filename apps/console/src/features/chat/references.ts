import type { MessageLink } from '@ec/contract/chat/schemas';
import { ResultId } from '@ec/contract/base/common';
import { codeOf, locationIdOf, locationType } from '@ec/contract/geography/location-id';

/** A result or a polling unit that goes with a message, and how it is called before it is sent. */
export interface Attached {
  link: MessageLink;
  label: string;
}

const CODE = /(?<![\w-])\d{2}-\d{2}-\d{2}-\d{3}(?![\w-])/g;
const PAGE = /(https?:\/\/[^\s/]+)\/(pu|review)\/([\w-]+)/gi;

/** A polling unit to attach; null for what is no unit's code. */
export function unitReference(code: string): Attached | null {
  const id = locationIdOf(code);
  if (id === undefined || locationType(id) !== 'polling_unit') return null;
  return { link: { type: 'polling_unit', id }, label: `Polling unit ${codeOf(id)}` };
}

function pageReference(kind: string, name: string): Attached | null {
  if (kind.toLowerCase() === 'pu') return unitReference(name);
  const id = ResultId.safeParse(name);
  return id.success ? { link: { type: 'result', id: id.data }, label: 'Result' } : null;
}

/** The first address of a result or polling unit of this console, else the first code of a unit, that stands in the text. */
export function referenceIn(text: string, origin: string): Attached | null {
  for (const [, site, kind = '', name = ''] of text.matchAll(PAGE)) {
    const found = site?.toLowerCase() === origin.toLowerCase() ? pageReference(kind, name) : null;
    if (found) return found;
  }
  for (const [code] of text.matchAll(CODE)) {
    const found = unitReference(code);
    if (found) return found;
  }
  return null;
}

export const sameLink = (a: MessageLink, b: MessageLink): boolean => a.type === b.type && a.id === b.id;
