const FIELD_WORDS: Readonly<Record<string, string>> = {
  registered: 'Registered',
  accredited: 'Accredited',
  valid: 'Valid votes',
  rejected: 'Rejected',
  total: 'Total cast',
};

/** The heading of a field: `votes.APC` is APC. */
export function fieldWord(name: string): string {
  return FIELD_WORDS[name] ?? name.replace(/^votes\./, '');
}
