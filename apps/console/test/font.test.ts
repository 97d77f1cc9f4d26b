import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as fontkit from 'fontkit';
import postcss from 'postcss';
import { describe, expect, it } from 'vitest';
import { stylePlugins } from '../build/styles.ts';

const FOLDER = path.join(import.meta.dirname, '../src/app/font');
const FILE = path.join(FOLDER, 'inter.woff2');
const ROOT = path.join(import.meta.dirname, '../../..');
/** Where the words of the screens are written. */
const SOURCES = ['apps/console/src', 'packages/contract/src'];
const MOST_BYTES = 45_000;

const read = () => {
  const font = fontkit.create(readFileSync(FILE));
  if (!('variationAxes' in font)) throw new Error('The file holds a collection of fonts');
  return font;
};
const missing = (letters: string) => {
  const font = read();
  return Array.from(letters).filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
};

describe('the font of the console', () => {
  it('is small', () => {
    expect(statSync(FILE).size).toBeLessThanOrEqual(MOST_BYTES);
  });

  it.each([
    ['Hausa', 'ɓɗƙƴƁƊƘƳ'],
    ['Yoruba', 'ẹọṣẸỌṢàáèéìíòóùúǹńÀÁÈÉÌÍÒÓÙÚǸŃ'],
    ['Igbo', 'ịọụṅỊỌỤṄ'],
    ['combining marks', '\u0300\u0301\u0304\u0323\u0331'],
    ['the naira and what sentences need', '₦‘’“”–—…·•›'],
    ['signs of the screens', '−≤≥≠←↑→↓✓⚠⌘'],
  ])('has the letters of %s', (_, letters) => {
    expect(missing(letters)).toEqual([]);
  });

  it('has every sign that the screens write', () => {
    const sources = SOURCES.flatMap((folder) =>
      globSync('**/*.{ts,tsx,css}', { cwd: path.join(ROOT, folder) })
        .filter((file) => !/\.test\.tsx?$/.test(file))
        .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8')),
    );
    const written = new Set(sources.flatMap((text) => text.match(/\P{ASCII}/gu) ?? []));
    expect(written.size).toBeGreaterThan(5);
    expect(missing([...written].join(''))).toEqual([]);
  });

  it.each([
    ['a dot below and an accent above', 'e\u0323\u0301'],
    ['a macron below', 's\u0331'],
    ['a macron above', 'x\u0304'],
  ])('places marks at their letter: %s', (_, text) => {
    const { positions } = read().layout(text);
    const marks = positions.slice(1);
    expect(marks.length).toBeGreaterThan(0);
    for (const { xAdvance, xOffset } of marks) {
      expect(xAdvance).toBe(0);
      expect(xOffset).not.toBe(0);
    }
  });

  it('has figures of one width', () => {
    const { positions } = read().layout('0123456789', ['tnum']);
    expect(new Set(positions.map(({ xAdvance }) => xAdvance)).size).toBe(1);
  });

  it('has the weights from regular to bold, and no other axis', () => {
    expect(read().variationAxes).toMatchObject({ wght: { min: 400, default: 400, max: 700 } });
    expect(Object.keys(read().variationAxes)).toEqual(['wght']);
  });

  it('carries its licence, which stands beside it too', () => {
    expect(read().copyright).toContain('The Inter Project Authors');
    expect(readFileSync(path.join(FOLDER, 'LICENSE.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1');
  });
});

it('the fallback has the ascent and the descent of the font, whatever its size', async () => {
  const font = read();
  const faces: Record<string, string>[] = [];
  const from = path.join(FOLDER, 'fallback.css');
  const { root } = await postcss(stylePlugins).process(readFileSync(from, 'utf8'), { from });
  root.walkAtRules('font-face', (rule) => {
    const face: Record<string, string> = {};
    rule.walkDecls(({ prop, value }) => void (face[prop] = value));
    faces.push(face);
  });
  expect(faces).toHaveLength(12);
  for (const face of faces) {
    const share = (name: string) => Number.parseFloat(face[name] ?? '') / 100;
    const size = share('size-adjust');
    expect(share('ascent-override') * size).toBeCloseTo(font.ascent / font.unitsPerEm, 3);
    expect(share('descent-override') * size).toBeCloseTo(-font.descent / font.unitsPerEm, 3);
    expect(share('line-gap-override')).toBe(font.lineGap);
  }
});
