import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { IMPRINT } from '../../../../../test/report-documents.ts';
import { columnsOf, type ReportDocument, type Table } from '../document.ts';
import { renderPdf } from './pdf.ts';

const UNITS = 200;
const units: Table = {
  type: 'table',
  title: 'Votes by polling unit',
  shortTitle: 'Units',
  note: 'Verified results alone',
  columns: columnsOf('Unit', 'count:APC', 'count:LP'),
  named: 1,
  rows: Array.from({ length: UNITS }, (_, index) => [`Unit ${index + 1}`, index, index * 2]),
  total: ['Total', 1, 2],
  empty: 'None',
};
const bars = [{ label: 'APC', value: 3, text: '3 votes', colour: '#0b6b3a' }];
const document: ReportDocument = {
  title: 'Election summary',
  basis: 'Verified figures.',
  coverage: null,
  sections: [
    { type: 'figures', title: 'Figures', items: [{ label: 'Votes', value: 1234, kind: 'count', note: 'of all' }] },
    { type: 'chart', title: 'Votes by party', bars, empty: 'None' },
    units,
  ],
  main: units,
};

interface Node {
  role?: string;
  id?: string;
  children?: Node[];
}
/** What a screen reader reads, in order: tag and text. */
interface Spoken {
  role: string;
  text: string;
}
interface Item {
  type?: string;
  id?: string;
  tag?: string;
  str?: string;
}

/** The texts of a page by their mark; untagged text is under the empty key. */
function textsOf(items: readonly Item[]): Map<string, string> {
  const texts = new Map<string, string>();
  const marks: string[] = [];
  for (const { type, id, tag, str } of items) {
    if (type === 'beginMarkedContentProps' || type === 'beginMarkedContent') marks.push(id ?? tag ?? '');
    else if (type === 'endMarkedContent') marks.pop();
    else if (str?.trim()) {
      const mark = marks.at(-1) ?? '';
      texts.set(mark, `${texts.get(mark) ?? ''}${str}`);
    }
  }
  return texts;
}

function walk(node: Node, texts: Map<string, string>, role: string, into: Spoken[]): void {
  if (node.id !== undefined) into.push({ role, text: texts.get(node.id) ?? '' });
  for (const child of node.children ?? []) walk(child, texts, child.role ?? node.role ?? role, into);
}

describe('the tags of the PDF', () => {
  const spoken: Spoken[] = [];
  const outside: string[] = [];
  let isMarked = false;

  beforeAll(async () => {
    const content = await renderPdf(document, IMPRINT, DEFAULT_SETTINGS);
    const pdf = await getDocumentProxy(new Uint8Array(content));
    isMarked = (await pdf.getMarkInfo())?.Marked === true;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const texts = textsOf(items);
      outside.push(texts.get('') ?? '');
      walk(await page.getStructTree(), texts, '', spoken);
    }
  });
  const of = (...roles: string[]) => spoken.filter(({ role }) => roles.includes(role)).map(({ text }) => text);

  it('are said to be there, and leave no text outside', () => {
    expect(isMarked).toBe(true);
    expect(outside.join('')).toBe('');
  });

  it('name the title and the headings of its sections', () => {
    expect(of('H1')).toEqual([document.title]);
    expect(of('H2')).toEqual(['Figures', 'Votes by party', 'Votes by polling unit']);
  });

  it('say what each figure is about before they say it', () => {
    const labelled = spoken.flatMap(({ role, text }, index) =>
      role === 'Lbl' ? [[text, spoken[index + 1]?.role, spoken[index + 1]?.text]] : [],
    );
    expect(labelled).toContainEqual(['Scope', 'LBody', 'Nigeria']);
    expect(labelled).toContainEqual(['Votes', 'LBody', '1,234of all']);
    expect(labelled).toContainEqual(['APC', 'LBody', '3 votes']);
  });

  it('have a table of rows under headings that are read once, whatever its pages repeat', () => {
    const names = Array.from({ length: UNITS }, (_, index) => `Unit ${index + 1}`);
    expect(of('TH')).toEqual(['Unit', 'APC', 'LP', ...names, 'Total']);
    expect(of('TD')).toHaveLength((UNITS + 1) * 2);
    expect(of('TD').slice(-4)).toEqual(['199', '398', '1', '2']);
  });

  it('give a table of the whole nation row by row, and keep its file small', async () => {
    const rows = Array.from({ length: 7000 }, (_, index) => [`Unit ${index + 1}`, index, index * 2]);
    const long: Table = { ...units, rows };
    const content = await renderPdf({ ...document, sections: [long], main: long }, IMPRINT, DEFAULT_SETTINGS);
    expect(content.length).toBeLessThan(2_500_000);
    const page = await (await getDocumentProxy(new Uint8Array(content))).getPage(2);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const told: Spoken[] = [];
    walk(await page.getStructTree(), textsOf(items), '', told);
    expect(told.length).toBeGreaterThan(30);
    expect(told.every(({ role, text }) => role === 'P' && /^Unit \d+/.test(text))).toBe(true);
  });

  it('pass over what stands at the foot of each page', () => {
    expect(spoken.some(({ text }) => /^Page \d/.test(text))).toBe(false);
  });
});
