const PLACE = /\{(\w+)\}/g;

/** The text with its details inserted: `{detail}`; a part in brackets is left out without its detail. */
export function filledText({ text }: { text: string }, details: Record<string, unknown> = {}): string {
  const isComplete = (part: string) => [...part.matchAll(PLACE)].every(([, key = '']) => details[key] !== undefined);
  const whole = text.replaceAll(/\[([^\]]*)\]/g, (_, part: string) => (isComplete(part) ? part : ''));
  const filled = whole.replaceAll(PLACE, (_, key: string) => {
    const value = details[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : key;
  });
  return filled.replaceAll(/\b([Aa]) (?=LGA\b)/g, '$1n ');
}
