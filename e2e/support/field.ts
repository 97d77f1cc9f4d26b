import { LGAS, STATES } from '@ec/contract/geography/reference-data';
import { expect, type Page } from '@playwright/test';
import { newPhone } from './accounts.ts';
import { callApi, createPerson } from './people.ts';
import { ask } from './screen.ts';

const FIRST = 'a first one to change';
const OWN = 'one of their own 42';

/** A polling unit that a journey made, in a ward of its own. */
export interface MadeUnit {
  code: string;
  ward: string;
  lga: string;
  /** Sends as its officer. */
  send: <T>(path: string, data: object, headers?: Record<string, string>) => Promise<T>;
}

/** Signs in as an officer who has a first password, and chooses the own one. */
async function takeUp(page: Page, phone: string): Promise<MadeUnit['send']> {
  const post = async <T>(path: string, data: object, headers: Record<string, string> = {}): Promise<T> => {
    const response = await page.request.post(`/api${path}`, { data, headers });
    expect(response.ok(), `${path} ${await response.text()}`).toBe(true);
    return (await response.json()) as T;
  };
  const { accessToken } = await post<{ accessToken: string }>('/auth/login', { phoneNumber: phone, password: FIRST });
  const authorization = { authorization: `Bearer ${accessToken}` };
  await post('/auth/change-password', { currentPassword: FIRST, newPassword: OWN }, authorization);
  return async <T>(path: string, data: object, headers: Record<string, string> = {}) => {
    const answer = await post<{ data: T }>(path, data, { ...authorization, ...headers });
    return answer.data;
  };
}

/** The state with the fewest LGAs in which there is no polling unit yet; the FCT has no governor. */
export async function emptyState(page: Page): Promise<{ code: string; name: string }> {
  const { states } = await ask<{ states: { code: string; units: number }[] }>(
    page,
    '/geographical-data?type=states&pageSize=100',
  );
  const empty = STATES.filter(
    ({ code }) => code !== '37' && states.some((state) => state.code === code && state.units === 0),
  );
  const [found] = empty.toSorted((a, b) => a.lgas - b.lgas);
  if (!found) throw new Error('Every state has polling units');
  return found;
}

/** One new ward with one unit and its officer in each LGA of a state. */
export async function unitInEachLga(admin: Page, state: string, registeredVoters: number): Promise<MadeUnit[]> {
  const made: MadeUnit[] = [];
  for (const lga of LGAS.filter(({ code }) => code.startsWith(`${state}-`))) {
    const add = async (place: object) =>
      await callApi<{ code: string }>(admin, 'POST', '/geographical-data/add', place);
    const ward = await add({ type: 'wards', name: `New ward of ${lga.name}`, parentId: lga.code });
    const name = `Square of ${lga.name}`;
    const unit = await add({ type: 'pollingUnits', name, parentId: ward.code, registeredVoters });
    const phone = newPhone();
    const person = { name: `Officer ${lga.name}`, phone, role: 'polling_unit_officer', password: FIRST };
    await createPerson(admin, { ...person, assignedPollingUnit: unit.code });
    made.push({ code: unit.code, ward: ward.code, lga: lga.name, send: await takeUp(admin, phone) });
  }
  return made;
}
