import {
  type FileImportRole,
  type ImportColumn,
  importColumns,
  MAX_USER_FILE_COLUMNS,
} from '@ec/contract/users/import';

/** The headings that people give each column, in lower case with underscores. */
const SPELLINGS: Record<ImportColumn, readonly string[]> = {
  name: ['name', 'full_name', 'fullname', 'officer', 'officer_name'],
  phone: ['phone', 'phone_number', 'phonenumber', 'phone_no', 'mobile', 'mobile_number', 'gsm'],
  email: ['email', 'e_mail', 'email_address'],
  pu_code: ['pu_code', 'pucode', 'polling_unit_code', 'unit_code'],
  ward_code: ['ward_code', 'wardcode', 'ra_code'],
  state: ['state', 'state_name'],
  lga: ['lga', 'lga_name', 'local_government', 'local_government_area'],
  ward: ['ward', 'ward_name', 'registration_area'],
  polling_unit: ['polling_unit', 'polling_unit_name', 'pu', 'pu_name'],
};

export type Columns = Partial<Record<ImportColumn, number>>;

const plain = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');

/** What has to be there: a column, or for the place its code or all the names that lead to it. */
function missing(columns: Columns, role: FileImportRole): string[] {
  const absent = (names: readonly ImportColumn[]) => names.filter((name) => columns[name] === undefined);
  const [code, names] =
    role === 'ward_admin'
      ? (['ward_code', ['state', 'lga', 'ward']] as const)
      : (['pu_code', ['state', 'lga', 'ward', 'polling_unit']] as const);
  const place = columns[code] === undefined && absent(names).length > 0;
  return [
    ...absent(['name', 'phone']),
    ...(place ? [`${code} (or ${names.slice(0, -1).join(', ')} and ${names.at(-1)})`] : []),
  ];
}

/** Which field of a row is which column, or a sentence that says what is wrong with the headings. */
export function readColumns(headings: readonly string[], role: FileImportRole): Columns | string {
  if (headings.length > MAX_USER_FILE_COLUMNS)
    return `The file has ${headings.length} columns, and at most ${MAX_USER_FILE_COLUMNS} are read. Is it the right file?`;
  const columns: Columns = {};
  for (const [index, heading] of headings.entries()) {
    const column = importColumns(role).find((name) => SPELLINGS[name].includes(plain(heading)));
    if (!column) continue;
    if (columns[column] !== undefined) return `The column ${column} stands twice in the first line.`;
    columns[column] = index;
  }
  const absent = missing(columns, role);
  return absent.length > 0
    ? `The first line must name the columns, in any order. These are missing: ${absent.join('; ')}.`
    : columns;
}

/** The mark that separates the fields of the file's first line: the commonest of the three outside quotation marks. */
export function separatorOf(firstLine: string): ',' | ';' | '\t' {
  const bare = firstLine.replaceAll(/"[^"]*"/g, '');
  const count = (mark: string) => bare.split(mark).length;
  const [best = ','] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a));
  return best;
}

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
