import { keysOf, type Person } from '../person.ts';
import type { Scene } from './scene.ts';

const main = ({ page }: Person) => page.getByRole('main');
const title = (person: Person, name: string | RegExp) => person.page.getByRole('heading', { level: 1, name });
/** One of several choices that stand beside each other. */
const segment = (person: Person, group: string, label: string | RegExp) =>
  person.page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true });

/** The zones of the dashboard, one of them, and a state of it. */
async function readDashboard(person: Person): Promise<void> {
  await person.goes('Dashboard');
  const regions = person.page.getByRole('list', { name: 'Regions' });
  await person.press('A zone', regions.getByRole('link').first());
  person.on('Page of a zone');
  await person.press('A state', main(person).locator('a[href^="/state/"]'));
  person.on('Page of a state');
  await person.press('An LGA', main(person).locator('a[href^="/lga/"]'));
  person.on('Page of an LGA');
  await person.press('A ward', main(person).locator('a[href*="?ward="]'));
  person.on('Page of a ward');
  await person.sees(title(person, /./));
}

const sortedBy = (person: Person, column: string | number) => {
  const headers = main(person).getByRole('columnheader').getByRole('button');
  return typeof column === 'number' ? headers.nth(column) : headers.filter({ hasText: column });
};

/** The count by zones, states and LGAs, sorted, on both bases, narrowed, drawn as a map. */
async function readLive(person: Person): Promise<void> {
  await person.goes('Live results');
  for (const basis of ['Provisional', 'Verified', 'Provisional'])
    await person.press(`Basis: ${basis}`, segment(person, 'Basis', basis));
  await person.press('Rows: States', segment(person, 'Rows', 'States'));
  await person.press('Sort by the second party', sortedBy(person, 3));
  await person.press('Sort by the second party again', sortedBy(person, 3));
  await person.press('Sort by total votes', sortedBy(person, 'Total votes'));
  await person.press('Rows: LGAs', segment(person, 'Rows', 'LGAs'));
  await person.press('Sort LGAs by disputed', sortedBy(person, 'Disputed'));
  await person.press('Sort LGAs by name', sortedBy(person, 0));
  await person.press('Party columns: all', segment(person, 'Party columns', /^All \d/));
  await person.press('Party columns: top', segment(person, 'Party columns', /^Top \d/));
  await person.press('Rows: States', segment(person, 'Rows', 'States'));
  await person.press('Show as: Map', segment(person, 'Show as', 'Map'));
  await person.press('Show as: Table', segment(person, 'Show as', 'Table'));
  await person.press('Rows: Zones', segment(person, 'Rows', 'Zones'));
}

async function narrowLive(person: Person): Promise<void> {
  await person.goes('Live results');
  const field = (name: string) => main(person).getByRole('combobox', { name });
  await person.chooses('Leading party', field('Leading party'), /^LP$/);
  await person.chooses('Party', field('Party'), 2);
  await person.press('Clear filters', person.button('Clear filters'));
  await person.press('Source: Side by side', segment(person, 'Source', 'Side by side'));
  await person.press('Source: Official', segment(person, 'Source', 'Official'));
  await person.press('Pause updates', person.button('Pause updates'));
  await person.press('Resume updates', person.button('Resume updates'));
  const area = main(person).locator('th[scope="row"] a');
  for (const below of ['A zone', 'A state', 'An LGA', 'A ward']) await person.press(`Drill: ${below}`, area);
  await person.press('Back to the nation', person.page.getByRole('navigation', { name: 'Area' }).getByRole('link'));
}

async function handleAlerts(person: Person): Promise<void> {
  await person.goes('Alerts');
  // Alerts of one rule and area stand in a line that is opened first.
  const show = main(person).getByRole('button', { name: /^Show \d/ });
  const acknowledge = main(person).getByRole('button', { name: /^Acknowledge/ });
  await person.sees(acknowledge.or(show));
  if (!(await acknowledge.first().isVisible())) await person.press('Show the alerts of a line', show);
  const dialog = person.page.getByRole('dialog', { name: 'Acknowledge the alert' });
  await person.press('Acknowledge', acknowledge);
  await person.types('Note', dialog.getByRole('textbox', { name: 'Note' }), 'I call them');
  await person.press('Acknowledge, confirmed', person.button('Acknowledge', dialog));
  await dialog.waitFor({ state: 'hidden' });
  await person.press('Unread only', main(person).getByRole('checkbox', { name: 'Unread only' }));
  await person.types(
    'Search',
    main(person).getByRole('searchbox').or(main(person).getByPlaceholder('Words, place or code')),
    'over',
  );
  await person.press('Clear filters', person.button('Clear filters'));
}

async function goByKeys(person: Person): Promise<void> {
  const dialog = person.page.getByRole('dialog').getByLabel('Go to a screen or place');
  await person.keys('Ctrl+K', ['Control+k']);
  await person.sees(dialog);
  person.on('Go to');
  await person.keys('Search: a key', keysOf('ikeja'));
  await person.sees(person.page.getByRole('dialog').getByRole('button', { name: /Ikeja/ }));
  await person.press('A place', person.page.getByRole('dialog').getByRole('button', { name: /Ikeja/ }));
  person.on('Page of a place');
  await person.sees(title(person, /Ikeja/));
  await person.keys('Ctrl+K', ['Control+k']);
  await person.sees(dialog);
  person.on('Go to');
  await person.keys('Search: a key', keysOf('reports'));
  await person.keys('Enter', ['Enter']);
  person.on('Reports');
  await person.sees(title(person, 'Report Generator'));
}

async function makeReport(person: Person): Promise<void> {
  await person.goes('Reports');
  await person.press('Election summary', main(person).getByRole('button', { name: /^Election summary/ }));
  await person.chooses('Election', main(person).getByRole('combobox', { name: 'Election' }), 0);
  await person.press('Generate Report', person.button('Generate Report'));
}

async function lookAround(person: Person): Promise<void> {
  await person.goes('Situation room');
  await person.goes('Users');
  await person.types(
    'Search',
    main(person).getByRole('searchbox').or(main(person).getByRole('search').getByRole('textbox')),
    'admin 24',
  );
  await person.goes('Audit logs');
  await person.goes('Settings');
  await person.press('The second tab', main(person).getByRole('tab').nth(1));
  await person.press('Use dark colours', person.button('Use dark colours'));
  await person.press('Use light colours', person.button('Use light colours'));
  await person.press('Collapse menu', person.button('Collapse menu'));
  await person.press('Show the menu', person.button('Collapse menu'));
  await person.press('Notifications', person.page.getByRole('button', { name: /^Notifications/ }));
  await person.keys('Escape from the notifications', ['Escape']);
}

export const NATIONAL_ADMIN: readonly Scene[] = [
  { name: 'dashboard', play: readDashboard },
  { name: 'live results', play: readLive },
  { name: 'live results, narrowed', play: narrowLive },
  { name: 'alerts', play: handleAlerts },
  { name: 'go to', play: goByKeys },
  { name: 'reports', play: makeReport },
  { name: 'other screens', play: lookAround },
];
