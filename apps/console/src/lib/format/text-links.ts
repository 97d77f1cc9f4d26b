/** A stretch of a text: words, or an address that the words spell. */
export type TextPart = { text: string; href: string | null };

/** Spaces, quotes, brackets of mark-up, and characters that are invisible or that turn the direction of the text end an address. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\\\p{C}]+/giu;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const countOf = (text: string, letter: string) => text.split(letter).length - 1;

/** The address without what belongs to the sentence around it: its full stop, or the bracket that it stands in. */
function trimmed(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? '';
    const opening = CLOSING[last];
    const inside = address.slice(0, end);
    const isSentence = opening ? countOf(inside, last) > countOf(inside, opening) : /[.,;:!?…*_~|]/u.test(last);
    if (!isSentence) break;
  }
  return address.slice(0, end);
}

/**
 * Where an address leads, or null where that is not what it shows: a name and password before the host, or letters of other
 * scripts that look like the usual ones, would lead elsewhere than a reader believes.
 */
function destination(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, href } = new URL(address);
  const shown = address.toLowerCase();
  return host !== '' && shown.startsWith(`${protocol}//${host}`) && /^https?:$/.test(protocol) ? href : null;
}

/** Splits a text at the http and https addresses in it; all parts together are the text again. */
export function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = destination(address);
    if (href === null) continue;
    const words = text.slice(from, match.index);
    if (words !== '') parts.push({ text: words, href: null });
    parts.push({ text: address, href });
    from = match.index + address.length;
  }
  const rest = text.slice(from);
  if (rest !== '') parts.push({ text: rest, href: null });
  return parts;
}
