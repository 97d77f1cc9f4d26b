import { hiddenPhones } from '../src/features/users/hidden-phones.ts';
import { presentHolder } from '../src/platform/http/require-still.ts';
import type { Client, TestApp } from './harness.ts';

/** Counts this many numbers as disclosed to the person, of people whose phone they may not see. */
export async function exhaustDisclosures(
  { app: { platform } }: TestApp,
  { person }: Client,
  count: number,
): Promise<void> {
  const reader = await presentHolder(platform, person.id);
  if (!reader) throw new Error('the person is not active');
  await hiddenPhones(platform, reader).count(count);
}
