import type { Person } from '../person.ts';
import type { Scene } from './scene.ts';

const main = ({ page }: Person) => page.getByRole('main');
/** Of the ballot's parties, those that have votes on this sheet. */
const VOTES = { APC: '61', LP: '88', NNPP: '3', PDP: '27' } as const;

/** An officer types what stands on the sheet, and sends it. */
async function sendSheet(person: Person): Promise<void> {
  await person.goes('Submit results');
  const field = (name: string) => person.page.getByRole('textbox', { name, exact: true });
  await person.types('Accredited voters', field('Accredited voters'), '200');
  for (const [party, votes] of Object.entries(VOTES)) await person.types('Votes of a party', field(party), votes);
  await person.press('Fill empty fields with 0', person.button('Fill empty fields with 0'));
  await person.types('Rejected ballots', field('Rejected ballots (box 6)'), '4');
  await person.press('Submit Results for Approval', person.button('Submit Results for Approval'));
  person.on('You are sending');
  await person.press('Submit', person.button('Submit'));
  await person.sees(person.page.getByText(/^Figures received|^Results Submitted/));
  person.on('Receipt');
  await person.goes('Dashboard');
}

/** A transcriber types a sheet by keys alone, and sends it. */
async function enterSheet(person: Person): Promise<void> {
  await person.goes('Enter sheets');
  const take = person.button('Take a sheet');
  const fields = main(person).getByRole('form').getByRole('textbox');
  // After the first one the next sheet comes by itself.
  await person.sees(take.or(fields));
  if (await take.isVisible()) await person.press('Take a sheet', take);
  await person.sees(fields);
  await person.press('The first field', fields);
  const count = await fields.count();
  for (let field = 0; field < count; field++) {
    await person.keys('A figure: a key', [String(1 + (field % 9)), String(field % 10)]);
    // From the last one it leads to the button.
    if (field < count - 1) await person.keys('Enter, to the next field', ['Enter']);
  }
  await person.keys('Ctrl+Enter', ['Control+Enter']);
  await person.sees(person.page.getByText(/^Stored/));
}

export const OFFICER: readonly Scene[] = [{ name: 'sheet', play: sendSheet }];
export const TRANSCRIBER: readonly Scene[] = [{ name: 'second entry', play: enterSheet }];
