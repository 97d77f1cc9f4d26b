// Makes the console's font file from the npm package inter-ui: node scripts/font.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';

const SOURCE = fileURLToPath(import.meta.resolve('inter-ui/variable/InterVariable.woff2'));
const FOLDER = new URL('../apps/console/src/app/font/', import.meta.url);

const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
const TEXT = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  // Hausa, Yoruba, Igbo and their neighbours; a vowel with a dot and an accent is a letter and a combining mark.
  'ɓɗƙƴƁƊƘƳ',
  'ẹọṣẸỌṢ',
  'ịụṅỊỤṄ',
  'ǝƎɛƐɔƆŋŊ',
  'ńŃǹǸḿḾẽẼĩĨũŨāĀēĒīĪōŌūŪ',
  '\u0300\u0301\u0302\u0303\u0304\u0307\u0308\u030C\u0323\u0331',
  '₦',
  '‘’‚“”„–—…•‹›',
  '−≤≥≠≈←↑→↓✓⚠⌘',
  '\u2009\u202F',
].join('');
/** Composition and placing of marks, kerning, and digits of one width. Alternative letters would double the file. */
const FEATURES = ['ccmp', 'mark', 'mkmk', 'kern', 'tnum'];
/** Name table: copyright, version, licence and its address. */
const NAMES = [0, 5, 13, 14];

const MACRON_BELOW = 0x0331;
const COMMA_BELOW = 0x0326;

function tablesOf(font) {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const start = font.readUInt32BE(at + 8);
    return {
      at,
      tag: font.toString('latin1', at, at + 4),
      data: font.subarray(start, start + font.readUInt32BE(at + 12)),
    };
  });
}

/** The character map as one table of format 12. */
function characterMap(glyphs) {
  const pairs = [...glyphs].sort(([a], [b]) => a - b);
  const map = Buffer.alloc(28 + 12 * pairs.length);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(12, 12);
  map.writeUInt32BE(16 + 12 * pairs.length, 16);
  map.writeUInt32BE(pairs.length, 24);
  for (const [index, [character, glyph]] of pairs.entries()) {
    map.writeUInt32BE(character, 28 + 12 * index);
    map.writeUInt32BE(character, 32 + 12 * index);
    map.writeUInt32BE(glyph, 36 + 12 * index);
  }
  return map;
}

function withTable(font, tag, data) {
  const tables = tablesOf(font);
  const head = Buffer.from(font.subarray(0, 12 + 16 * tables.length));
  const parts = [head];
  let at = head.length;
  for (const table of tables) {
    const content = table.tag === tag ? data : table.data;
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    head.writeUInt32BE(at, table.at + 8);
    head.writeUInt32BE(content.length, table.at + 12);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

/** Where the data of a glyph starts in `glyf` or `gvar`, and how long it is. */
function spanOf(offset, glyph) {
  return { start: offset(glyph), length: offset(glyph + 1) - offset(glyph) };
}

/**
 * Inter draws the macron below letters, but has no U+0331. It has a comma below, U+0326, with the place of such marks. The macron
 * takes that glyph: its outline becomes the macron's, moved to where the comma's anchor is, and U+0331 leads to it.
 */
function addMacronBelow(font) {
  const face = fontkit.create(font);
  const glyphOf = (character) => face.glyphForCodePoint(character).id;
  const named = (name) =>
    Array.from({ length: face.numGlyphs }, (_, id) => face.getGlyph(id)).find((g) => g.name === name);
  const macron = named('macronsubcomb');
  if (!macron) throw new Error('Inter has no macronsubcomb any more');
  const comma = glyphOf(COMMA_BELOW);

  // Below x both marks are placed by their anchors: what differs is where the anchor is in the glyph. The dot's is in its middle.
  const placed = (mark) => face.layout(`x${String.fromCodePoint(mark)}`).positions[1];
  const dot = face.glyphForCodePoint(0x0323);
  const middle = ({ bbox }) => (bbox.minX + bbox.maxX) / 2;
  const anchor = placed(0x0323).xOffset + middle(dot) - placed(COMMA_BELOW).xOffset;
  const dx = Math.round(anchor - middle(macron));
  const dy = Math.round(placed(0x0323).yOffset - placed(COMMA_BELOW).yOffset);

  const table = Object.fromEntries(tablesOf(font).map(({ tag, data }) => [tag, data]));
  const long = table.head.readInt16BE(50) === 1;
  const outline = spanOf((id) => (long ? table.loca.readUInt32BE(4 * id) : 2 * table.loca.readUInt16BE(2 * id)), comma);
  if (outline.length < 18) throw new Error('The comma below is too short to be replaced');
  const { bbox } = macron;
  const values = [-1, bbox.minX + dx, bbox.minY + dy, bbox.maxX + dx, bbox.maxY + dy];
  for (const [index, value] of values.entries()) table.glyf.writeInt16BE(Math.round(value), outline.start + 2 * index);
  // One component, with its offset as two words.
  table.glyf.writeUInt16BE(0x0003, outline.start + 10);
  table.glyf.writeUInt16BE(macron.id, outline.start + 12);
  table.glyf.writeInt16BE(dx, outline.start + 14);
  table.glyf.writeInt16BE(dy, outline.start + 16);

  // The variations of the comma go: those of the macron are in its own glyph.
  const { gvar } = table;
  const wide = (gvar.readUInt16BE(14) & 1) === 1;
  const variations = spanOf(
    (id) => (wide ? gvar.readUInt32BE(20 + 4 * id) : 2 * gvar.readUInt16BE(20 + 2 * id)),
    comma,
  );
  if (variations.length > 0) gvar.writeUInt16BE(0, gvar.readUInt32BE(16) + variations.start);

  const glyphs = face.characterSet.filter((each) => each !== COMMA_BELOW).map((each) => [each, glyphOf(each)]);
  return withTable(font, 'cmap', characterMap([...glyphs, [MACRON_BELOW, comma]]));
}

const whole = await subsetFont(readFileSync(SOURCE), undefined, {
  keepAllGlyphs: true,
  glyphNames: true,
  noHinting: true,
  targetFormat: 'sfnt',
  preserveNameIds: NAMES,
  variationAxes: { opsz: 14, wght: { min: 400, max: 700, default: 400 } },
});
const subset = await subsetFont(addMacronBelow(Buffer.from(whole)), TEXT, {
  targetFormat: 'woff2',
  keepFeatures: FEATURES,
  preserveNameIds: NAMES,
});
writeFileSync(new URL('inter.woff2', FOLDER), subset);
writeFileSync(new URL('LICENSE.txt', FOLDER), readFileSync(fileURLToPath(import.meta.resolve('inter-ui/LICENSE.txt'))));
console.log(`${subset.length} bytes, ${new Set(TEXT).size} characters`);
