import type { PublishedImport } from '@ec/contract/collations/published';
import type { Client } from './harness.ts';
import { sendCsv, whenSettled, whenStartedSettled } from './imports.ts';

const PATH = '/collations/published/import';

/** Sends a file of published sheets. */
export const sendSheets = async (by: Client, electionId: string, content: string) =>
  await sendCsv(by, PATH, { content, name: 'portal.csv', fields: { electionId } });

/** Waits until the work on an import has ended, and answers how it stands. */
export const importEnded = async (by: Client, id: string) => await whenSettled<PublishedImport>(by, `${PATH}/${id}`);

/** Sends a file and waits until it is checked. */
export const checkSheets = async (by: Client, electionId: string, content: string) =>
  await whenStartedSettled<PublishedImport>(by, await sendSheets(by, electionId, content), PATH);

/** The same, and stores it. */
export async function importSheets(by: Client, electionId: string, content: string): Promise<PublishedImport> {
  const { id } = await checkSheets(by, electionId, content);
  return await whenStartedSettled<PublishedImport>(by, await by.post(`${PATH}/${id}/store`), PATH);
}
