/** A word for a role or a kind of place with its article: an LGA Admin, a Ward Admin. */
export function withArticle(word: string): string {
  return `${/^(?:LGA|lga|[aeio])/i.test(word) ? 'an' : 'a'} ${word}`;
}

/** The same at the beginning of a sentence: An LGA Admin, A Ward Admin. */
export function withArticleFirst(word: string): string {
  return withArticle(word).replace(/^a/, 'A');
}

/** 1,234,567. Fractions keep up to three decimals. */
export function inDigits(value: number): string {
  return value.toLocaleString('en-NG');
}
