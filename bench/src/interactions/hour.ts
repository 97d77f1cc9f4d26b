import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Database } from '@ec/server/platform/database/database';
import { hashPassword } from '@ec/server/platform/identity/passwords';
import type { Browser, BrowserContext } from '@playwright/test';
import { sql } from 'kysely';
import { openBrowser, openPhoneContext, openPhonePage, painted, personOnPhone, typeCredentials } from '../phone.ts';
import { Person } from './person.ts';
import { createRecorder, type Interaction, type Recorder } from './recorder.ts';
import { OFFICER, TRANSCRIBER } from './scenes/entry.ts';
import { NATIONAL_ADMIN } from './scenes/national-admin.ts';
import type { Scene } from './scenes/scene.ts';
import { WARD_ADMIN } from './scenes/ward-admin.ts';
import type { Night } from './store.ts';

const PASSWORD = 'Emulated-Phone-1';
/** Their numbers are beside those of the other parts. */
const FIRST_NUMBER = 400;
const COMPUTER = { width: 1280, height: 800 };

export interface HourOptions {
  origin: string;
  night: Night;
  /** How often each does all of their work. */
  rounds: number;
  /** Milliseconds in which they look at what came of a press. */
  pause: number;
}

export interface Hour {
  interactions: readonly Interaction[];
  /** Scenes that did not come to their end, with what the screen showed then. */
  broken: string[];
}

interface Shift {
  role: string;
  office: Role;
  area?: LocationId | undefined;
  touch: boolean;
  transcriber?: boolean;
  scenes: readonly Scene[];
  rounds: number;
}

/** Who works, one after the other. An officer has one sheet, so each round is another officer's. */
function shiftsOf({ ward, officers }: Night, rounds: number): Shift[] {
  const officer = (area: LocationId | undefined): Shift => ({
    role: 'officer',
    office: 'polling_unit_officer',
    area,
    touch: true,
    scenes: OFFICER,
    rounds: 1,
  });
  return [
    { role: 'national admin', office: 'national_admin', touch: false, scenes: NATIONAL_ADMIN, rounds },
    { role: 'ward admin', office: 'ward_admin', area: ward, touch: true, scenes: WARD_ADMIN, rounds },
    ...officers.slice(0, rounds).map(officer),
    { ...officer(officers[rounds]), role: 'transcriber', touch: false, transcriber: true, scenes: TRANSCRIBER, rounds },
  ];
}

const openComputerContext = (browser: Browser, origin: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL: origin, viewport: COMPUTER, locale: 'en-NG', timezoneId: 'Africa/Lagos' });

async function playScenes(person: Person, shift: Shift, broken: string[]): Promise<void> {
  for (let round = 0; round < shift.rounds; round++) {
    for (const { name, play } of shift.scenes) {
      try {
        await play(person);
      } catch (error) {
        // The others are measured all the same.
        const shown = await person.page.evaluate<string>(
          "document.querySelector('[role=dialog], main').innerText.replaceAll(/\\s+/g, ' ').slice(0, 900)",
        );
        console.error(`${name} of the ${shift.role} broke off; it shows: ${shown}`, error);
        broken.push(`${name} of the ${shift.role}`);
        await person.page.keyboard.press('Escape');
      }
    }
  }
}

/** Signs in, which is not measured but for the press, and works. */
async function work(
  context: BrowserContext,
  phone: string,
  shift: Shift,
  { recorder, pause, broken }: { recorder: Recorder; pause: number; broken: string[] },
): Promise<void> {
  const { page, session } = await openPhonePage(context);
  await recorder.watch(page);
  await typeCredentials(page, phone, PASSWORD, 0);
  await recorder.skip(page);
  const person = new Person({ page, session, recorder, role: shift.role, touch: shift.touch, pause });
  await person.press('Sign in', person.button('Sign in'));
  await painted(page, 'main [data-beside]');
  person.on('Dashboard');
  await playScenes(person, shift, broken);
}

/** The work of an hour, its waits shortened, by people of four roles one after the other on slowed devices. */
export async function runHour(database: Database, options: HourOptions): Promise<Hour | undefined> {
  const { origin, night, rounds, pause } = options;
  const browser = await openBrowser('Interactions');
  if (!browser) return undefined;
  const recorder = createRecorder();
  const broken: string[] = [];
  try {
    const passwordHash = await hashPassword(PASSWORD);
    for (const [place, shift] of shiftsOf(night, rounds).entries()) {
      const { office, area, touch, transcriber = false } = shift;
      const who = { passwordHash, number: FIRST_NUMBER + place, ...(area !== undefined && { area }) };
      const { id, phone } = await personOnPhone(database, office, who);
      if (transcriber) await sql`update users set transcriber = true where id = ${id}`.execute(database.db);
      const context = await (touch ? openPhoneContext(browser, origin) : openComputerContext(browser, origin));
      try {
        await work(context, phone, shift, { recorder, pause, broken });
      } finally {
        await context.close();
      }
    }
    return { interactions: recorder.interactions, broken };
  } finally {
    await browser.close();
  }
}
