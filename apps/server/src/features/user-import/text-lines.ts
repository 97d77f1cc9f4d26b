import { HIDDEN_CHARACTERS, hidesCharacters, plainSpelling } from '@ec/contract/base/names';
import { isReadableName } from '@ec/contract/users/schemas';
import { parsePhone } from '../../platform/identity/phones.ts';

const BAD_LINE = 'Invalid format. Expected "Name, Phone, LGA"';
const BAD_LINE_PHONE = 'Invalid phone number format. Use Nigerian format (e.g., 08031234567)';

/** How a phone is written in a text import: 0, then 7, 8 or 9, then 0 or 1, then 8 digits. */
const WRITTEN = /^0[789][01]\d{8}$/;

export interface TextLine {
  /** Its number in the text, blank lines counted. */
  line: number;
  name: string;
  phone: string;
  lga: string;
}

export interface LineProblem {
  line: number;
  message: string;
}

const LONGEST_NAME = 120;

export function nameProblem(name: string): string | undefined {
  if (name === '') return 'The name is missing';
  if (hidesCharacters(name)) return HIDDEN_CHARACTERS;
  if (!isReadableName(name)) return 'The name is not one that can be read';
  return name.length > LONGEST_NAME ? `The name is longer than ${LONGEST_NAME} characters` : undefined;
}

function readLine(line: number, text: string): TextLine | LineProblem {
  const parts = text.split(',').map((part) => part.trim());
  const [given = '', written, lga] = parts;
  const name = plainSpelling(given);
  if (parts.length !== 3 || !name || !written || !lga) return { line, message: BAD_LINE };
  const problem = nameProblem(name);
  if (problem) return { line, message: problem };
  const digits = written.replaceAll(/\s/g, '');
  const phone = WRITTEN.test(digits) ? parsePhone(digits) : undefined;
  return phone === undefined ? { line, message: BAD_LINE_PHONE } : { line, name, phone, lga };
}

/** The people of a text, one a line; blank lines are passed over. */
export function readTextLines(text: string): { lines: TextLine[]; problems: LineProblem[] } {
  const lines: TextLine[] = [];
  const problems: LineProblem[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const read = readLine(index + 1, line);
    if ('message' in read) problems.push(read);
    else lines.push(read);
  }
  return { lines, problems };
}
