import type { Settings } from '@ec/contract/settings/schemas';
import { formatsOf } from '../../../../platform/runtime/format.ts';
import type { Imprint, ReportDocument } from '../document.ts';
import { writeFoots, writeFront } from './pdf-front.ts';
import { createPdfWriter } from './pdf-page.ts';
import { writeChart, writeFigures, writeParagraph } from './pdf-parts.ts';
import { writeTable } from './pdf-table.ts';

/** Renders the report as A4 PDF, with the front matter on the first page, and page numbers and the audit head on each. */
export async function renderPdf(document: ReportDocument, imprint: Imprint, settings: Settings): Promise<Buffer> {
  const formats = formatsOf(settings);
  const pdf = createPdfWriter({
    title: `${document.title}, ${imprint.scope}`,
    author: imprint.systemName,
    subject: document.basis,
    createdAt: imprint.generatedAt,
  });
  pdf.newPage(false);
  writeFront(pdf, document, imprint, formats);
  for (const section of document.sections) {
    switch (section.type) {
      case 'paragraph':
        writeParagraph(pdf, section);
        break;
      case 'figures':
        writeFigures(pdf, section, formats);
        break;
      case 'chart':
        writeChart(pdf, section);
        break;
      case 'table':
        writeTable(pdf, section, formats);
        break;
    }
  }
  writeFoots(pdf, document, imprint, formats);
  return await pdf.finish();
}
