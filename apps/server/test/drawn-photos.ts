import type { GreyPicture } from '@ec/contract/photos/light';
import sharp from 'sharp';

/** The paper of a form, in units that are drawn one to a pixel. */
const PAPER = { width: 840, height: 1120 };
const PHOTO = { width: 720, height: 960 };
const ROWS = 18;
const TABLE = { left: 60, right: 780, top: 210, step: 40 };

/** Digits as a pen writes them, in a square of 10. */
const DIGITS = [
  'M5 0L2 3L2 7L5 10L8 7L8 3L5 0',
  'M3 2L6 0L5 10',
  'M2 2L5 0L8 2L7 5L2 9L8 9',
  'M2 1L6 0L8 3L5 5L8 7L6 10L2 9',
  'M6 0L2 6L8 6M6 4L6 10',
  'M8 0L3 1L2 5L6 4L8 7L6 10L2 9',
  'M7 0L3 4L2 7L5 10L8 7L6 5L3 6',
  'M2 1L8 0L4 10',
  'M5 5L2 3L5 0L8 3L5 5L2 7L5 10L8 7L5 5',
  'M7 3L4 5L2 3L5 0L7 2L7 10',
];

export type Random = () => number;

/** Numbers from 0 to 1 that are the same at every run. */
export function seeded(seed: number): Random {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const between = (random: Random, least: number, most: number) => least + random() * (most - least);

function written(text: string, x: number, y: number, size: number, random: Random): string {
  return text
    .split('')
    .map((character, index) => {
      const lean = between(random, -0.12, 0.12);
      const path = DIGITS[Number(character)] ?? '';
      return path.replace(/(\d+) (\d+)/g, (_, u: string, v: string) => {
        const [a, b] = [Number(u) / 10, Number(v) / 10];
        const left = x + (index * 0.85 + a * 0.7 + (0.5 - b) * lean) * size + between(random, -1, 1);
        return `${left.toFixed(1)} ${(y + b * size + between(random, -1, 1)).toFixed(1)}`;
      });
    })
    .join('');
}

/** A line of print: strokes as high as small letters. */
function printed(x: number, y: number, width: number, height: number, random: Random): string {
  let path = '';
  for (let at = x; at < x + width; at += height * between(random, 0.45, 0.75)) {
    if (random() < 0.14) continue;
    path += `M${at.toFixed(1)} ${y}v${(height * between(random, 0.5, 1)).toFixed(1)}h${(height * between(random, 0.1, 0.4)).toFixed(1)}`;
  }
  return path;
}

/** A filled form as it lies on a desk: the print is the same on all of them, the pen is not. */
async function paper(random: Random): Promise<GreyPicture> {
  const print = seeded(1);
  let words = printed(220, 40, 400, 22, print) + printed(280, 78, 280, 14, print);
  for (let line = 0; line < 3; line += 1) words += printed(60, 114 + line * 28, 180, 10, print);
  for (let row = 0; row < ROWS; row += 1) words += printed(130, TABLE.top + row * TABLE.step + 14, 90, 12, print);
  for (let line = 0; line < 3; line += 1) words += printed(60, 974 + line * 36, 130, 10, print);
  const bottom = TABLE.top + ROWS * TABLE.step;
  let lines = [TABLE.left, 110, 300, 430, TABLE.right].map((x) => `M${x} ${TABLE.top}V${bottom}`).join('');
  for (let row = 0; row <= ROWS; row += 1) lines += `M${TABLE.left} ${TABLE.top + row * TABLE.step}H${TABLE.right}`;
  for (let line = 0; line < 3; line += 1) lines += `M250 ${126 + line * 28}H780M200 ${990 + line * 36}H780`;
  let pen = '';
  for (let row = 0; row < ROWS; row += 1) {
    const figure = String(Math.floor(random() ** 3 * 400));
    pen += written(figure, 320, TABLE.top + row * TABLE.step + 8, 25, random);
    pen += printed(445, TABLE.top + row * TABLE.step + 14, 40 + figure.length * 70 * random(), 14, random);
  }
  for (let line = 0; line < 3; line += 1) {
    pen += written(String(Math.floor(random() * 1e6)), between(random, 260, 420), 104 + line * 28, 20, random);
    pen += printed(between(random, 220, 300), 968 + line * 36, between(random, 120, 300), 20, random);
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PAPER.width}" height="${PAPER.height}">
    <rect width="100%" height="100%" fill="#f4f1e6"/>
    <path d="${lines}" stroke="#666" stroke-width="1.6" fill="none"/>
    <path d="${words}" stroke="#222" stroke-width="2" fill="none"/>
    <path d="${pen}" fill="none" stroke="#22306e" stroke-width="${between(random, 2.2, 3.4)}" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;
  const { data } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, ...PAPER };
}

/** How a phone is held over the sheet: corners of the paper in the photo, as shares of its width and height. */
type Corners = readonly (readonly [number, number])[];

/** With all of the paper in the photo, or close enough that only its blank margin is outside. */
export function heldWell(random: Random): Corners {
  const margin = random() < 0.25 ? between(random, -0.03, 0) : between(random, 0.015, 0.1);
  const angle = between(random, -1, 1) * (margin < 0.015 ? 0.008 : Math.min(0.09, margin * 1.1));
  const bend = () => between(random, 0, margin < 0.015 ? 0.006 : 0.045);
  const [low, high] = [margin, 1 - margin];
  const corners = [
    [low + bend(), low + bend()],
    [high - bend(), low + bend()],
    [high - bend(), high - bend()],
    [low + bend(), high - bend()],
  ] as const;
  return corners.map(([x, y]) => {
    const [a, b] = [x - 0.5, y - 0.5];
    return [0.5 + a * Math.cos(angle) - b * Math.sin(angle), 0.5 + a * Math.sin(angle) + b * Math.cos(angle)];
  });
}

/** With a side of the form outside of the photo, table and words too; or so near that all sides are. */
export function heldCut(random: Random): Corners {
  if (random() < 0.25) {
    const near = between(random, 1.4, 1.6);
    return heldWell(random).map(([x, y]) => [0.5 + (x - 0.5) * near, 0.5 + (y - 0.5) * near]);
  }
  const side = Math.floor(random() * 4);
  const away = between(random, 0.14, 0.3);
  const [dx, dy] = [
    [-away, 0],
    [away, 0],
    [0, -away],
    [0, away],
  ][side] ?? [0, 0];
  return heldWell(random).map(([x, y]) => [x + (dx ?? 0), y + (dy ?? 0)]);
}

/** From a place of the photo to the place on the paper that is seen there (projective): 9 numbers, row by row. */
function inverseOf(corners: Corners): number[] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as [Corners[0], Corners[0], Corners[0], Corners[0]];
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return [
    [e - f * h, c * h - b, b * f - c * e],
    [f * g - d, a - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].flat();
}

export interface Shot {
  corners: Corners;
  /** The brightness of white paper in full light. */
  exposure: number;
  /** The share of light that is missing on the darker side. */
  shade: number;
  /** Of the lens out of focus, in pixels of a photo of 2,000. */
  blur: number;
  /** The way that the phone moved meanwhile, in the same pixels. */
  motion: number;
  /** Light scattered over the photo, from 0 to 1. */
  haze: number;
  noise: number;
  quality: number;
}

/** As an officer takes it who takes care: in the light of a room or outside, of a cheap or a good phone. */
export function goodShot(random: Random): Shot {
  return {
    corners: heldWell(random),
    exposure: between(random, 150, 250),
    shade: between(random, 0, 0.4),
    blur: between(random, 0, 1),
    motion: between(random, 0, 2),
    haze: between(random, 0, 0.15),
    noise: between(random, 1, 9),
    quality: Math.round(between(random, 45, 92)),
  };
}

function moved(data: Float32Array, length: number, random: Random): Float32Array {
  const { width, height } = PHOTO;
  const steps = Math.max(2, Math.round(length * 2));
  const angle = random() * Math.PI;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const out = new Float32Array(data.length);
  for (let step = 0; step < steps; step += 1) {
    const along = (step / (steps - 1) - 0.5) * length;
    const [ox, oy] = [Math.round(dx * along), Math.round(dy * along)];
    for (let y = 0; y < height; y += 1) {
      const from = Math.min(height - 1, Math.max(0, y + oy)) * width;
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        out[at] = (out[at] ?? 0) + (data[from + Math.min(width - 1, Math.max(0, x + ox))] ?? 0) / steps;
      }
    }
  }
  return out;
}

/** What the paper lies on: dark or light wood with its grain, or plain. */
function desk(random: Random): (x: number, y: number) => number {
  const level = between(random, 25, 150);
  const grain = random() < 0.5 ? between(random, 4, 16) : 0;
  const across = between(random, 0.002, 0.02);
  const down = between(random, 0.15, 0.5);
  return (x, y) => (grain === 0 ? level : level + grain * Math.sin(x * across + y * down + 3 * Math.sin(x * 0.01)));
}

const grey = (data: Uint8Array) => sharp(data, { raw: { ...PHOTO, channels: 1 } });

/** The paper on the desk as the lens sees it in this light, 1 for white. */
function seenOf(sheet: GreyPicture, shot: Shot, random: Random): Float32Array {
  const { width, height } = PHOTO;
  const { data } = sheet;
  const [a0 = 0, a1 = 0, a2 = 0, b0 = 0, b1 = 0, b2 = 0, c0 = 0, c1 = 0, c2 = 0] = inverseOf(shot.corners);
  const below = desk(random);
  const direction = random() * Math.PI * 2;
  const lightX = Math.cos(direction) / 0.7;
  const lightY = Math.sin(direction) / 0.7;
  const seen = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const y = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1) {
      const x = (column + 0.5) / width;
      const w = c0 * x + c1 * y + c2;
      const u = (a0 * x + a1 * y + a2) / w;
      const v = (b0 * x + b1 * y + b2) / w;
      let value = 0;
      if (u >= 0 && v >= 0 && u < 1 && v < 1) {
        const px = u * (PAPER.width - 1);
        const py = v * (PAPER.height - 1);
        const left = Math.floor(px);
        const top = Math.floor(py);
        const at = top * PAPER.width + left;
        const next = at + PAPER.width;
        const a = px - left;
        const upper = (data[at] ?? 0) * (1 - a) + (data[at + 1] ?? 0) * a;
        const lower = (data[next] ?? 0) * (1 - a) + (data[next + 1] ?? 0) * a;
        value = upper + (lower - upper) * (py - top);
      } else value = below(column, row);
      const far = (x - 0.5) * lightX + (y - 0.5) * lightY + 0.5;
      seen[row * width + column] = (value / 240) * (1 - shot.shade * Math.min(1, Math.max(0, far)));
    }
  }
  return seen;
}

const GRAIN = 65_536;
const GRAINS = Float32Array.from(
  { length: GRAIN },
  (
    (random: Random) => () =>
      random() + random() - 1
  )(seeded(77)),
);

/** As the sensor stores it: exposed, with scattered light and grain. */
function exposed(bytes: Buffer, channels: number, shot: Shot, random: Random): Uint8Array {
  const { width, height } = PHOTO;
  const out = new Uint8Array(width * height);
  const scattered = shot.exposure * shot.haze;
  const gain = (shot.exposure * (1 - shot.haze)) / 255;
  for (let row = 0; row < height; row += 1) {
    const from = Math.floor(random() * GRAIN);
    for (let at = row * width; at < (row + 1) * width; at += 1) {
      const noise = (GRAINS[(from + at) % GRAIN] ?? 0) * shot.noise;
      out[at] = Math.max(0, Math.min(255, (bytes[at * channels] ?? 0) * gain + scattered + noise));
    }
  }
  return out;
}

/** A photo of the sheet of this seed, as JPEG; the shot has a seed of its own, so that one sheet can be photographed twice. */
export async function drawnPhoto(sheetSeed: number, shotSeed: number, shot: Shot): Promise<Buffer> {
  const random = seeded(shotSeed + 500_000);
  const scale = PHOTO.height / 2000;
  let seen = seenOf(await paper(seeded(sheetSeed)), shot, random);
  if (shot.motion * scale >= 1) seen = moved(seen, shot.motion * scale, random);
  let bytes: Buffer = Buffer.alloc(seen.length);
  for (let at = 0; at < seen.length; at += 1) bytes[at] = Math.min(255, (seen[at] ?? 0) * 255);
  const blur = shot.blur * scale;
  if (blur > 0.3) bytes = await grey(bytes).blur(blur).raw().toBuffer();
  return await grey(exposed(bytes, bytes.length / seen.length, shot, random))
    .jpeg({ quality: shot.quality })
    .toBuffer();
}

/** The photo as small as a check looks at it. */
export async function smallGrey(photo: Buffer, longSide: number): Promise<GreyPicture> {
  const { data, info } = await sharp(photo)
    .rotate()
    .resize(longSide, longSide, { fit: 'inside' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
