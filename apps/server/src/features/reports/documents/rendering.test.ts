import { setImmediate as turn } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import readExcel from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { IMPRINT } from '../../../../test/report-documents.ts';
import { columnsOf, type ReportDocument, type Table } from './document.ts';
import type { Rendering } from './renderers.ts';
import { createRenderer, isTooLarge, rendered } from './rendering.ts';

const long: Table = {
  type: 'table',
  title: 'Units',
  shortTitle: 'Units',
  columns: columnsOf('Unit', 'count:Votes', 'moment:At'),
  named: 1,
  rows: Array.from({ length: 1500 }, (_, index) => [`Unit ${index + 1}`, index, new Date('2027-02-20T13:30:00Z')]),
  empty: 'None',
};
const document: ReportDocument = {
  title: 'Long',
  basis: 'All of them.',
  coverage: null,
  sections: [long],
  main: long,
};
const pdf: Rendering = { format: 'pdf', document, imprint: IMPRINT, settings: DEFAULT_SETTINGS };

it('leaves the server free to answer while a file is written', async () => {
  let isDone = false;
  const writing = rendered(pdf, new AbortController().signal).finally(() => (isDone = true));
  let turns = 0;
  while (!isDone) {
    await turn();
    turns++;
  }
  // Rendered in the server's own thread, hundreds of pages would leave only a few event loop turns.
  expect(turns).toBeGreaterThan(1000);
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(await writing)), {
    mergePages: true,
  });
  expect(totalPages).toBeGreaterThan(20);
  expect(text).toContain('Unit 1500');
});

it('writes a table once that stands both for the report and among its sections', async () => {
  const sheets = await readExcel(await rendered({ ...pdf, format: 'xlsx' }, new AbortController().signal));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['About', 'Units']);
});

it('ends in the middle when the server stops, and writes the next file all the same', async () => {
  const stopping = new AbortController();
  const writing = rendered(pdf, stopping.signal);
  await turn();
  stopping.abort();
  await expect(writing).rejects.toThrow(/abort/i);
  const csv = await rendered({ ...pdf, format: 'csv' }, new AbortController().signal);
  expect(csv.toString()).toContain('Unit 1500,1499,2027-02-20T13:30:00.000Z');
});

it('fails alone, and says so, when it needs more memory than its thread may take', async () => {
  const render = createRenderer(16);
  const never = new AbortController().signal;
  const rows = Array.from({ length: 12 }, () => long.rows).flat();
  const table: Table = { ...long, rows };
  const failed = await render({ ...pdf, document: { ...document, sections: [table], main: table } }, never).catch(
    (error: unknown) => error,
  );
  expect(isTooLarge(failed)).toBe(true);
  const csv = await render({ ...pdf, format: 'csv' }, never);
  expect(csv.toString()).toContain('Unit 1500,1499,2027-02-20T13:30:00.000Z');
});
