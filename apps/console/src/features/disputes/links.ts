export interface TextPart {
  text: string;
  /** Where it leads; null for plain words. */
  href: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** What ends a sentence or closes a bracket around an address is no part of it. */
const TAIL = /[.,;:!?'’”)\]}]+$/;

/** Words cut at the web addresses in them. Only http and https: anything else stays words. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TAIL, '');
    if (!URL.canParse(address)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null });
    parts.push({ text: address, href: address });
    from = match.index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}
