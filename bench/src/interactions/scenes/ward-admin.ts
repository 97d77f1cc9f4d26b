import type { Person } from '../person.ts';
import type { Scene } from './scene.ts';

const main = ({ page }: Person) => page.getByRole('main');

async function openSheet(person: Person): Promise<void> {
  await person.goes('Result review');
  const tabs = person.page.getByRole('group', { name: 'Units by state' }).getByRole('button');
  await person.press('All units', tabs.filter({ hasText: 'All' }));
  await person.press('Those that wait', tabs.first());
  const units = main(person).getByRole('list', { name: 'Polling units' });
  await person.press('A sheet', units.getByRole('link', { name: /./ }));
  person.on('Review of a sheet');
  await person.sees(person.page.getByRole('heading', { level: 1, name: /^Review, / }));
  await person.sees(main(person).getByRole('img'));
}

async function look(person: Person): Promise<void> {
  for (const name of ['Zoom in', 'Zoom in', 'Zoom in', 'Zoom out', 'Rotate', 'Show the whole sheet'])
    await person.press(name, person.button(name));
}

/** The question before a decision, and its answer. */
async function decide(person: Person, decision: string): Promise<void> {
  await person.press(decision, person.button(decision, main(person)));
  const dialog = person.page.getByRole('dialog');
  if (decision === 'Return') {
    await person.press('A common reason', dialog.getByRole('group', { name: 'Common reasons' }).getByRole('button'));
    await person.types('Reason', dialog.getByRole('textbox', { name: 'Reason' }), ' look');
  }
  await person.press(`${decision}, confirmed`, person.button(decision, dialog));
  await dialog.waitFor({ state: 'hidden' });
}

async function review(person: Person): Promise<void> {
  await openSheet(person);
  await look(person);
  await decide(person, 'Verify');
  await person.press('Next waiting unit', main(person).getByRole('link', { name: 'Next waiting unit' }));
  await person.sees(person.button('Return', main(person)));
  await look(person);
  await decide(person, 'Return');
  await person.press('Next waiting unit', main(person).getByRole('link', { name: 'Next waiting unit' }));
  await person.sees(person.button('Verify', main(person)));
}

async function chat(person: Person): Promise<void> {
  await person.goes('Group Chats');
  await person.press('A chat', person.page.getByRole('list', { name: 'Chats' }).getByRole('link'));
  person.on('A chat');
  const box = person.page.getByRole('textbox', { name: /^Message to / });
  await person.types('Message', box, 'The sheets are in');
  await person.keys('Enter', ['Enter']);
  await person.sees(person.page.getByRole('log').getByText('The sheets are in'));
}

async function useMenu(person: Person): Promise<void> {
  await person.goes('Dashboard');
  await person.press('Open menu', person.button('Open menu'));
  await person.press('Use dark colours', person.button('Use dark colours', person.page.getByRole('dialog')));
  await person.press('Use light colours', person.button('Use light colours', person.page.getByRole('dialog')));
  await person.keys('Escape from the menu', ['Escape']);
  await person.goes('Alerts');
}

export const WARD_ADMIN: readonly Scene[] = [
  { name: 'review', play: review },
  { name: 'chat', play: chat },
  { name: 'menu', play: useMenu },
];
