import type { ReportParameters, ReportTemplateId } from '@ec/contract/reports/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Cell, Imprint, ReportDocument, Table } from '../src/features/reports/documents/document.ts';
import { inOneSnapshot } from '../src/platform/database/database.ts';
import { findSubject } from '../src/features/reports/subject-service.ts';
import { TEMPLATES } from '../src/features/reports/templates/templates.ts';
import { formatsOf } from '../src/platform/runtime/format.ts';
import type { Client, TestApp } from './harness.ts';

/** What a report says when the person asks for it about the areas. */
export async function documentOf(
  test: TestApp,
  by: Client,
  template: ReportTemplateId,
  parameters: ReportParameters,
  areas: readonly LocationId[],
): Promise<ReportDocument> {
  const { platform } = test.app;
  const { settings } = await platform.organisation.current();
  await platform.auditChain.linkNow();
  const asOf = test.clock.now();
  return await inOneSnapshot(test.database.db, async (db) =>
    TEMPLATES[template]({
      db,
      asOf,
      subject: await findSubject(db, { template, parameters }, { areas, askedAt: asOf, settings }),
      formats: formatsOf(settings),
      zone: settings.general.timezone,
      requester: { userId: by.person.id, role: by.person.role },
      step: () => Promise.resolve(),
    }),
  );
}

/** The rows of a table as records by their headings. */
export function recordsOf({ columns, rows }: Table): Record<string, Cell>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ heading }, index) => [heading, row[index] ?? null])));
}

/** The table of that title; the test fails at once where there is none. */
export function tableOf(document: ReportDocument, title: string | RegExp): Table {
  const tables = document.sections.filter((section) => section.type === 'table');
  const found = [...tables, document.main].find((table) =>
    typeof title === 'string' ? table.title === title : title.test(table.title),
  );
  if (!found) throw new Error(`There is no table ${title} among ${tables.map((table) => table.title).join(', ')}`);
  return found;
}

/** The figures by their labels. */
export function figuresOf(document: ReportDocument): Record<string, Cell> {
  const sections = document.sections.filter((section) => section.type === 'figures');
  return Object.fromEntries(sections.flatMap(({ items }) => items.map(({ label, value }) => [label, value])));
}

export const IMPRINT: Imprint = {
  systemName: 'Election Console',
  generatedBy: 'Ọláṣubọ̀mí Ẹ̀bùn, National Admin',
  generatedAt: new Date('2027-02-20T18:00:00Z'),
  auditHead: { position: 4711, hash: 'c0ffee'.padEnd(64, '0') },
  scope: 'Nigeria',
  parameters: [{ label: 'Election', value: 'Presidential election, 20/02/2027' }],
};
