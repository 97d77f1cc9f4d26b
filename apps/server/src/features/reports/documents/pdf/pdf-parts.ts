import type { Formats } from '../../../../platform/runtime/format.ts';
import { cellText, type Chart, type Figures, type Paragraph } from '../document.ts';
import { COLOURS, MARGIN, type PdfWriter } from './pdf-page.ts';

const BODY = { font: 'regular', size: 9, colour: COLOURS.text } as const;
const SMALL = { font: 'regular', size: 8, colour: COLOURS.muted } as const;

/** A heading, kept on one page with at least that much of what follows. */
export function writeHeading(pdf: PdfWriter, text: string, follows: number): void {
  pdf.y += 14;
  pdf.ensure(follows + 22);
  pdf.tags.part('H2', () => pdf.write(text, { font: 'bold', size: 12, colour: COLOURS.text }));
  pdf.y += 4;
}

export function writeParagraph(pdf: PdfWriter, { title, text }: Paragraph): void {
  if (title !== undefined) writeHeading(pdf, title, 20);
  pdf.tags.part('P', () => pdf.write(text, BODY));
}

/** Figures side by side, each with its label above. */
export function writeFigures(pdf: PdfWriter, { title, items }: Figures, formats: Formats): void {
  const across = pdf.isLandscape ? 4 : 3;
  const gap = 12;
  const width = (pdf.width - gap * (across - 1)) / across;
  writeHeading(pdf, title, 50);
  pdf.tags.open('L');
  for (let first = 0; first < items.length; first += across) {
    const row = items.slice(first, first + across).map((item) => ({
      labels: pdf.wrap(item.label, SMALL, width - 16),
      value: cellText(item.value, item.kind, formats),
      notes: item.note === undefined ? [] : pdf.wrap(item.note, SMALL, width - 16),
    }));
    const labelLines = Math.max(...row.map(({ labels }) => labels.length));
    const noteLines = Math.max(...row.map(({ notes }) => notes.length));
    const line = pdf.lineHeight(SMALL.size);
    const height = (labelLines + noteLines) * line + 33;
    pdf.ensure(height + 8);
    for (const [index, { labels, value, notes }] of row.entries()) {
      const x = MARGIN + index * (width + gap);
      const y = pdf.y + 8 + labelLines * line;
      pdf.tags.ornament(() =>
        pdf.doc.roundedRect(x, pdf.y, width, height, 4).lineWidth(0.7).strokeColor(COLOURS.line).stroke(),
      );
      pdf.tags.open('LI');
      pdf.tags.part('Lbl', () => {
        for (const [number, text] of labels.entries()) pdf.put(text, x + 8, pdf.y + 7 + number * line, SMALL);
      });
      pdf.tags.part('LBody', () => {
        pdf.put(value, x + 8, y, { font: 'bold', size: 13, colour: COLOURS.text });
        for (const [number, text] of notes.entries()) pdf.put(text, x + 8, y + 18 + number * line, SMALL);
      });
      pdf.tags.close();
    }
    pdf.y += height + 8;
  }
  pdf.tags.close();
}

const BAR = 13;
const WIDEST_LABEL = 150;

/** Horizontal bars with name and value as text, so that colour carries no meaning. */
export function writeChart(pdf: PdfWriter, { title, bars, empty }: Chart): void {
  // A chart is split only if it is longer than a page.
  writeHeading(pdf, title, Math.min(bars.length * BAR + BAR, 600));
  if (bars.length === 0) {
    pdf.tags.part('P', () => pdf.write(empty, SMALL));
    return;
  }
  const style = { font: 'regular', size: 8, colour: COLOURS.text } as const;
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => pdf.widthOf(text, 'regular', 8)));
  const labels = Math.min(WIDEST_LABEL, widest(bars.map(({ label }) => label))) + 10;
  const values = widest(bars.map(({ text }) => text)) + 8;
  const room = pdf.width - labels - values;
  const most = Math.max(...bars.map(({ value }) => value), 0);
  pdf.tags.open('L');
  for (const { label, value, text, colour } of bars) {
    const lines = pdf.wrap(label, style, labels - 10);
    const height = Math.max(BAR, lines.length * pdf.lineHeight(style.size) + 3);
    pdf.ensure(height);
    pdf.tags.open('LI');
    pdf.tags.part('Lbl', () => {
      for (const [index, line] of lines.entries()) {
        pdf.put(line, MARGIN, pdf.y + 1 + index * pdf.lineHeight(style.size), style);
      }
    });
    const length = most > 0 ? (room * value) / most : 0;
    const x = MARGIN + labels;
    if (length > 0) {
      pdf.tags.ornament(() => pdf.doc.rect(x, pdf.y, Math.max(length, 0.6), BAR - 4).fill(colour));
    }
    pdf.tags.part('LBody', () => pdf.put(text, x + length + 6, pdf.y + 0.5, style));
    pdf.tags.close();
    pdf.y += height;
  }
  pdf.tags.close();
}
