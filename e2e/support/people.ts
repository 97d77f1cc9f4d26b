import { expect, type Page } from '@playwright/test';

/** Sends a write to the API as the person who is signed in on the page; `more` are headers of the call. */
export async function callApi<T>(
  page: Page,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
  more = {},
): Promise<T> {
  const token = await page.evaluate("localStorage.getItem('ec.accessToken')");
  const headers = { authorization: `Bearer ${String(token)}`, ...more };
  const response = await page.request.fetch(`/api${path}`, { method, data, headers });
  expect(response.ok(), `${path} ${await response.text()}`).toBe(true);
  const answer = (await response.json()) as { data: T };
  return answer.data;
}

/** Makes a person by the API, for journeys that are about something else. */
export async function createPerson(
  page: Page,
  person: { name: string; phone: string; role: string; password: string; assignedPollingUnit?: string },
): Promise<string> {
  const { user } = await callApi<{ user: { id: string } }>(page, 'POST', '/users', person);
  return user.id;
}
