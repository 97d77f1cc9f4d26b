/** Other names by which people know a place. */
const ALIASES: Readonly<Record<string, string>> = {
  fct: 'federal capital territory',
  'fct abuja': 'federal capital territory',
  abuja: 'federal capital territory',
};

/** A name as it is compared: in lower case, with single spaces. */
function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** True for two spellings of one place's name. */
export function sameName(name: string, written: string): boolean {
  const plain = plainName(written);
  return plainName(name) === plain || (Object.hasOwn(ALIASES, plain) && ALIASES[plain] === plainName(name));
}

/** A code as INEC's lists write it: 24-11-05-003, also with slashes or spaces around. */
export function plainCode(written: string): string {
  return written
    .trim()
    .toUpperCase()
    .replaceAll(/\s*[/-]\s*/g, '-');
}
