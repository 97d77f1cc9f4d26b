import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { createTags, type Tags } from './pdf-tags.ts';

const require = createRequire(import.meta.url);
const fontFile = (name: string) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

/** PDF's standard fonts lack ẹ, ọ, ṣ and the Naira sign; these fonts are embedded as subsets. */
const FONTS = { regular: fontFile('DejaVuSansCondensed'), bold: fontFile('DejaVuSansCondensed-Bold') } as const;
export type Font = keyof typeof FONTS;

export const COLOURS = {
  text: '#1a1d1f',
  muted: '#555c63',
  line: '#d9dde0',
  band: '#f4f6f5',
  accent: '#0b6b3a',
} as const;

export const MARGIN = 42;
/** Reserved at the bottom of each page for the footer. */
const FOOT = 50;
const LINE = 1.3;

export interface TextStyle {
  font: Font;
  size: number;
  colour: string;
}

/** A PDF written from top to bottom with automatic page breaks. */
export interface PdfWriter {
  readonly doc: PDFKit.PDFDocument;
  readonly tags: Tags;
  /** The current vertical position, with the available width and height. */
  y: number;
  readonly width: number;
  readonly left: number;
  readonly roomBelow: number;
  newPage(landscape: boolean): void;
  /** Starts a new page if the height does not fit; returns whether it did. */
  ensure(height: number): boolean;
  readonly isLandscape: boolean;
  widthOf(text: string, font: Font, size: number): number;
  /** Wraps the text to the width; longer words are broken. */
  wrap(text: string, style: Pick<TextStyle, 'font' | 'size'>, width: number): string[];
  /** Writes one line at a position. */
  put(text: string, x: number, y: number, style: TextStyle): void;
  /** Writes lines at the current position, which moves down. */
  write(text: string, style: TextStyle, width?: number, x?: number): void;
  lineHeight(size: number): number;
  finish(): Promise<Buffer>;
}

export function createPdfWriter(info: { title: string; author: string; subject: string; createdAt: Date }): PdfWriter {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-NG',
    displayTitle: true,
    info: {
      Title: info.title,
      Author: info.author,
      Subject: info.subject,
      Creator: info.author,
      CreationDate: info.createdAt,
      ModDate: info.createdAt,
    },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

  // Measuring whole strings costs as much as drawing them, so character widths are cached.
  const letters: Record<Font, Map<string, number>> = { regular: new Map(), bold: new Map() };
  const UNIT = 100;
  function letterWidth(letter: string, font: Font): number {
    const known = letters[font].get(letter);
    if (known !== undefined) return known;
    const width = doc.font(font).fontSize(UNIT).widthOfString(letter) / UNIT;
    letters[font].set(letter, width);
    return width;
  }
  const widthOf = (text: string, font: Font, size: number) => {
    let width = 0;
    for (const letter of text) width += letterWidth(letter, font);
    return width * size;
  };

  /** The pieces of a word that is too wide. */
  function broken(word: string, font: Font, size: number, width: number): string[] {
    const pieces: string[] = [];
    let piece = '';
    for (const letter of word) {
      if (piece !== '' && widthOf(piece + letter, font, size) > width) {
        pieces.push(piece);
        piece = '';
      }
      piece += letter;
    }
    return [...pieces, piece];
  }

  const pdf: PdfWriter = {
    doc,
    tags: createTags(doc),
    y: MARGIN,
    get width() {
      return doc.page.width - 2 * MARGIN;
    },
    left: MARGIN,
    get roomBelow() {
      return doc.page.height - FOOT - pdf.y;
    },
    get isLandscape() {
      return doc.page.width > doc.page.height;
    },
    newPage(landscape) {
      doc.addPage({ size: 'A4', margin: 0, layout: landscape ? 'landscape' : 'portrait' });
      pdf.y = MARGIN;
    },
    ensure(height) {
      if (height <= pdf.roomBelow) return false;
      pdf.newPage(pdf.isLandscape);
      return true;
    },
    widthOf,
    wrap(text, { font, size }, width) {
      const lines: string[] = [];
      for (const paragraph of text.split(/\r?\n/)) {
        let line = '';
        for (const word of paragraph.split(/\s+/).filter(Boolean)) {
          const longer = line === '' ? word : `${line} ${word}`;
          if (widthOf(longer, font, size) <= width) {
            line = longer;
            continue;
          }
          if (line !== '') lines.push(line);
          const pieces = broken(word, font, size, width);
          lines.push(...pieces.slice(0, -1));
          line = pieces.at(-1) ?? '';
        }
        lines.push(line);
      }
      return lines;
    },
    put(text, x, y, { font, size, colour }) {
      doc.font(font).fontSize(size).fillColor(colour).text(text, x, y, { lineBreak: false });
    },
    write(text, style, width = pdf.width, x = MARGIN) {
      for (const line of pdf.wrap(text, style, width)) {
        pdf.ensure(pdf.lineHeight(style.size));
        pdf.put(line, x, pdf.y, style);
        pdf.y += pdf.lineHeight(style.size);
      }
    },
    lineHeight: (size) => size * LINE,
    async finish() {
      doc.end();
      return await ended;
    },
  };
  return pdf;
}
