import { hiddenPhones } from '../src/features/users/hidden-phones.ts';
import { presentHolder } from '../src/platform/http/require-still.ts';
import type { Client, TestApp } from './harness.ts';

/** Counts so many numbers as told to the person, of people whose phone they are not shown. */
export async function tellHidden({ app: { platform } }: TestApp, { person }: Client, count: number): Promise<void> {
  const reader = await presentHolder(platform, person.id);
  if (!reader) throw new Error('the person is not active');
  await hiddenPhones(platform, reader).count(count);
}
