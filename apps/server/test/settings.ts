import type { Settings, SettingsAnswer } from '@ec/contract/settings/schemas';
import { place } from './builders.ts';
import type { Client, Reply, TestApp } from './harness.ts';

type Change<T> = { [K in keyof T]?: T[K] extends object ? Change<T[K]> : T[K] | string | null };
export type SettingsChange = Change<Settings>;

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function merge(before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(change).map(([key, value]) => {
    const old = before[key];
    return [key, isGroup(value) && isGroup(old) ? merge(old, value) : value];
  });
  return { ...before, ...Object.fromEntries(entries) };
}

const editors = new WeakMap<TestApp, Promise<Client>>();

/** The administrator who changes settings in this test. */
export async function editorOf(test: TestApp): Promise<Client> {
  const editor = editors.get(test) ?? test.as('national_admin', place('NG'));
  editors.set(test, editor);
  return await editor;
}

/** Saves what the page would: everything as it is, but for the change. */
export async function trySettings(client: Client, change: SettingsChange): Promise<Reply> {
  const before = await client.get('/settings');
  const { updatedAt: _at, updatedBy: _by, can: _can, ...settings } = before.json<SettingsAnswer>('data');
  return await client.put('/settings', merge(settings, change));
}

/** The same by the test's administrator, whose session may have ended meanwhile; the test fails at once where it is refused. */
export async function changeSettings(test: TestApp, change: SettingsChange): Promise<void> {
  const editor = await test.signIn((await editorOf(test)).person);
  const reply = await trySettings(editor, change);
  if (reply.status !== 200) throw new Error(`settings: ${reply.text}`);
}
