import type { PersonLink } from '@ec/contract/base/common';

/** A mention that is being typed: where its @ stands and what follows up to the caret. */
export interface OpenMention {
  from: number;
  to: number;
  q: string;
}

/** An @ at the beginning of a word, then up to three words of a name. */
const OPEN = /(?:^|[\s("'])@((?:[\p{L}\p{M}\p{N}'’.-]{1,40} ?){0,3})$/u;

/** The mention that the caret stands in; null where there is none, or the name is complete already. */
export function openMention(
  text: string,
  caret: number,
  chosen: readonly Pick<PersonLink, 'name'>[],
): OpenMention | null {
  const typed = OPEN.exec(text.slice(0, caret))?.[1];
  if (typed === undefined) return null;
  if (chosen.some(({ name }) => `${typed} `.startsWith(`${name} `))) return null;
  return { from: caret - typed.length - 1, to: caret, q: typed.trim() };
}

/** The text with the name in the place of what was typed, and where the caret stands after it. */
export function putMention(text: string, { from, to }: OpenMention, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(to).replace(/^ /, ''), caret: before.length };
}

/** Of those who were chosen, the ones whose name still stands in the text; each once, at most 20. */
export function keptMentions(text: string, chosen: readonly PersonLink[]): PersonLink[] {
  const kept = chosen.filter(
    ({ id, name }, at) => text.includes(`@${name}`) && chosen.findIndex((other) => other.id === id) === at,
  );
  return kept.slice(0, 20);
}

export interface MentionPart {
  text: string;
  mention: boolean;
}

/** Words cut at the names of those who are mentioned; where one name begins like another, the longer one counts. */
export function mentionParts(text: string, people: readonly Pick<PersonLink, 'name'>[]): MentionPart[] {
  const names = people.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: MentionPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at)) {
    const name = names.find((each) => text.startsWith(each, at));
    if (!name) {
      at += 1;
      continue;
    }
    if (at > from) parts.push({ text: text.slice(from, at), mention: false });
    parts.push({ text: name, mention: true });
    at += name.length;
    from = at;
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: false });
  return parts;
}
