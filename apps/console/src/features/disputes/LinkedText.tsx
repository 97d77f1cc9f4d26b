import { linkParts } from './links.ts';

/** What somebody typed, as text; web addresses in it are links that tell the other side nothing of where they were followed from. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return linkParts(text).map((part) => {
    const key = at;
    at += part.text.length;
    return part.href ? (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ) : (
      part.text
    );
  });
}
