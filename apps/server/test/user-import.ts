import type { UserImport } from '@ec/contract/users/import';
import type { Client, Reply } from './harness.ts';
import { sendCsv, whenStartedSettled } from './imports.ts';

/** Sends a file of polling unit officers. */
export const sendOfficers = async (by: Client, content: string) =>
  await sendCsv(by, '/users/import/file', { content, name: 'officers.csv', fields: { role: 'polling_unit_officer' } });

/** Waits until the import that was started by this answer has ended. */
export const importEnded = async (by: Client, started: Reply) =>
  await whenStartedSettled<UserImport>(by, started, '/users/import');

/** Sends a file and waits until its import has ended. */
export const importOfficers = async (by: Client, content: string) =>
  await importEnded(by, await sendOfficers(by, content));
