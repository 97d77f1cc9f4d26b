import type { Formats } from '../../../../platform/runtime/format.ts';
import { cellText } from '../cell-text.ts';
import type { Chart, Figures, Paragraph } from '../document.ts';
import { COLOURS, MARGIN, type Sheet } from './pdf-page.ts';

const BODY = { font: 'regular', size: 9, colour: COLOURS.text } as const;
const SMALL = { font: 'regular', size: 8, colour: COLOURS.muted } as const;

/** A heading, kept on one page with at least that much of what follows. */
export function writeHeading(sheet: Sheet, text: string, follows: number): void {
  sheet.y += 14;
  sheet.ensure(follows + 22);
  sheet.tags.part('H2', () => sheet.write(text, { font: 'bold', size: 12, colour: COLOURS.text }));
  sheet.y += 4;
}

export function writeParagraph(sheet: Sheet, { title, text }: Paragraph): void {
  if (title !== undefined) writeHeading(sheet, title, 20);
  sheet.tags.part('P', () => sheet.write(text, BODY));
}

/** Figures side by side, each with its label above. */
export function writeFigures(sheet: Sheet, { title, items }: Figures, formats: Formats): void {
  const across = sheet.isLandscape ? 4 : 3;
  const gap = 12;
  const width = (sheet.width - gap * (across - 1)) / across;
  writeHeading(sheet, title, 50);
  sheet.tags.open('L');
  for (let first = 0; first < items.length; first += across) {
    const row = items.slice(first, first + across).map((item) => ({
      labels: sheet.wrap(item.label, SMALL, width - 16),
      value: cellText(item.value, item.kind, formats),
      notes: item.note === undefined ? [] : sheet.wrap(item.note, SMALL, width - 16),
    }));
    const labelLines = Math.max(...row.map(({ labels }) => labels.length));
    const noteLines = Math.max(...row.map(({ notes }) => notes.length));
    const line = sheet.lineHeight(SMALL.size);
    const height = (labelLines + noteLines) * line + 33;
    sheet.ensure(height + 8);
    for (const [index, { labels, value, notes }] of row.entries()) {
      const x = MARGIN + index * (width + gap);
      const y = sheet.y + 8 + labelLines * line;
      sheet.tags.ornament(() =>
        sheet.doc.roundedRect(x, sheet.y, width, height, 4).lineWidth(0.7).strokeColor(COLOURS.line).stroke(),
      );
      sheet.tags.open('LI');
      sheet.tags.part('Lbl', () => {
        for (const [number, text] of labels.entries()) sheet.put(text, x + 8, sheet.y + 7 + number * line, SMALL);
      });
      sheet.tags.part('LBody', () => {
        sheet.put(value, x + 8, y, { font: 'bold', size: 13, colour: COLOURS.text });
        for (const [number, text] of notes.entries()) sheet.put(text, x + 8, y + 18 + number * line, SMALL);
      });
      sheet.tags.close();
    }
    sheet.y += height + 8;
  }
  sheet.tags.close();
}

const BAR = 13;
const WIDEST_LABEL = 150;

/** Horizontal bars with name and value as text, so that colour carries no meaning. */
export function writeChart(sheet: Sheet, { title, bars, empty }: Chart): void {
  // A chart is split only if it is longer than a page.
  writeHeading(sheet, title, Math.min(bars.length * BAR + BAR, 600));
  if (bars.length === 0) {
    sheet.tags.part('P', () => sheet.write(empty, SMALL));
    return;
  }
  const style = { font: 'regular', size: 8, colour: COLOURS.text } as const;
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => sheet.widthOf(text, 'regular', 8)));
  const labels = Math.min(WIDEST_LABEL, widest(bars.map(({ label }) => label))) + 10;
  const values = widest(bars.map(({ text }) => text)) + 8;
  const room = sheet.width - labels - values;
  const most = Math.max(...bars.map(({ value }) => value), 0);
  sheet.tags.open('L');
  for (const { label, value, text, colour } of bars) {
    const lines = sheet.wrap(label, style, labels - 10);
    const height = Math.max(BAR, lines.length * sheet.lineHeight(style.size) + 3);
    sheet.ensure(height);
    sheet.tags.open('LI');
    sheet.tags.part('Lbl', () => {
      for (const [index, line] of lines.entries()) {
        sheet.put(line, MARGIN, sheet.y + 1 + index * sheet.lineHeight(style.size), style);
      }
    });
    const length = most > 0 ? (room * value) / most : 0;
    const x = MARGIN + labels;
    if (length > 0) {
      sheet.tags.ornament(() => sheet.doc.rect(x, sheet.y, Math.max(length, 0.6), BAR - 4).fill(colour));
    }
    sheet.tags.part('LBody', () => sheet.put(text, x + length + 6, sheet.y + 0.5, style));
    sheet.tags.close();
    sheet.y += height;
  }
  sheet.tags.close();
}
