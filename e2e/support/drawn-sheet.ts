import sharp from 'sharp';

/** A sheet of paper at 300 dpi on its side: 18 parties with three digits each. */
const PAPER = { width: 1800, height: 2400 };
const PARTIES = 18;
const CELL = { width: 90, height: 104, left: 1240, top: 330, stepX: 104, stepY: 112 };
/** As a cheap phone's camera has it. */
const PHOTO = { width: 3000, height: 4000 };

type Point = readonly [number, number];
/** Digits as a pen writes them, in a square of one. */
const STROKES: readonly (readonly (readonly Point[])[])[] = [
  [
    [
      [0.5, 0.05],
      [0.2, 0.25],
      [0.18, 0.7],
      [0.5, 0.95],
      [0.8, 0.7],
      [0.8, 0.28],
      [0.5, 0.05],
    ],
  ],
  [
    [
      [0.3, 0.25],
      [0.55, 0.05],
      [0.52, 0.95],
    ],
  ],
  [
    [
      [0.2, 0.25],
      [0.45, 0.05],
      [0.78, 0.2],
      [0.7, 0.5],
      [0.2, 0.93],
      [0.82, 0.92],
    ],
  ],
  [
    [
      [0.2, 0.12],
      [0.6, 0.06],
      [0.76, 0.28],
      [0.45, 0.47],
      [0.8, 0.68],
      [0.6, 0.95],
      [0.2, 0.88],
    ],
  ],
  [
    [
      [0.6, 0.05],
      [0.18, 0.65],
      [0.85, 0.62],
    ],
    [
      [0.62, 0.4],
      [0.6, 0.96],
    ],
  ],
  [
    [
      [0.78, 0.06],
      [0.3, 0.07],
      [0.25, 0.45],
      [0.65, 0.42],
      [0.8, 0.68],
      [0.55, 0.95],
      [0.2, 0.88],
    ],
  ],
  [
    [
      [0.7, 0.05],
      [0.3, 0.4],
      [0.2, 0.75],
      [0.5, 0.95],
      [0.78, 0.75],
      [0.6, 0.52],
      [0.25, 0.65],
    ],
  ],
  [
    [
      [0.18, 0.08],
      [0.82, 0.07],
      [0.4, 0.95],
    ],
  ],
  [
    [
      [0.5, 0.48],
      [0.22, 0.27],
      [0.5, 0.05],
      [0.76, 0.25],
      [0.5, 0.48],
      [0.2, 0.74],
      [0.5, 0.95],
      [0.8, 0.72],
      [0.5, 0.48],
    ],
  ],
  [
    [
      [0.74, 0.3],
      [0.45, 0.48],
      [0.24, 0.25],
      [0.5, 0.05],
      [0.74, 0.25],
      [0.66, 0.95],
    ],
  ],
];

/** Numbers from 0 to 1 that are the same at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const cellAt = (row: number, column: number) => ({
  x: CELL.left + column * CELL.stepX,
  y: CELL.top + row * CELL.stepY,
});

/** A digit as a hand writes it: no two are alike. */
function digitPath(digit: number, x: number, y: number, random: () => number, shake: number): string {
  const lean = (random() - 0.5) * 0.16 * shake;
  const size = 1 - random() * 0.12 * shake;
  const jitter = () => (random() - 0.5) * 6 * shake;
  return (STROKES[digit] ?? [])
    .map((stroke) => {
      const points = stroke.map(([u, v]) => [
        x + 12 + (u + (0.5 - v) * lean) * 64 * size + jitter(),
        y + 10 + v * 82 * size + jitter(),
      ]);
      return `M${points.map((point) => point.join(' ')).join(' L')}`;
    })
    .join(' ');
}

interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

async function greyOf(image: Buffer): Promise<Grey> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function paper(figures: readonly (readonly number[])[], shake: number): Promise<Grey> {
  const random = numbers(7);
  const lines = figures.map((_, row) => `<path d="M120 ${CELL.top + row * CELL.stepY - 4}H1700"/>`).join('');
  const names = figures.map(
    (_, row) => `<text x="140" y="${CELL.top + row * CELL.stepY + 74}">PARTY ${row + 1}</text>`,
  );
  const ink = figures.flatMap((digits, row) =>
    digits.map((digit, column) => {
      const { x, y } = cellAt(row, column);
      return digitPath(digit, x, y, random, shake);
    }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PAPER.width}" height="${PAPER.height}">
    <rect width="100%" height="100%" fill="#f4f1e6"/>
    <g stroke="#777" stroke-width="3" fill="none">${lines}</g>
    <g font-family="sans-serif" font-size="52" fill="#222">${names.join('')}</g>
    <path d="${ink.join(' ')}" fill="none" stroke="#22306e" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;
  return await greyOf(await sharp(Buffer.from(svg)).png().toBuffer());
}

/** Where a point of the paper lies in the photo: seen from below and from the left, so that it narrows. Shares of width and height. */
function inPhoto(x: number, y: number): Point {
  const [u, v] = [x / PAPER.width, y / PAPER.height];
  const depth = 1 + 0.16 * (1 - v) + 0.05 * u;
  return [0.5 + ((u - 0.5) * 0.86 + (v - 0.5) * 0.04) / depth, 0.52 + ((v - 0.5) * 0.88 - (u - 0.5) * 0.03) / depth];
}

/** The grey of a place between pixels. */
function greyAt({ data, width, height }: Grey, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [a, b] = [x - left, y - top];
  const at = (column: number, row: number) =>
    data[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))] ?? 0;
  const upper = at(left, top) * (1 - a) + at(left + 1, top) * a;
  const lower = at(left, top + 1) * (1 - a) + at(left + 1, top + 1) * a;
  return upper * (1 - b) + lower * b;
}

/** The place on the paper that is seen at a place of the photo, by approximation. */
function onPaper(u: number, v: number): Point {
  let [x, y] = [u * PAPER.width, v * PAPER.height];
  for (let step = 0; step < 6; step += 1) {
    const [foundU, foundV] = inPhoto(x, y);
    x += (u - foundU) * PAPER.width * 1.2;
    y += (v - foundV) * PAPER.height * 1.2;
  }
  return [x, y];
}

/** The figures of 18 parties, the same at every run. */
export function drawnFigures(): number[][] {
  const random = numbers(2023);
  return Array.from({ length: PARTIES }, () => [0, 1, 2].map(() => Math.floor(random() * 10)));
}

/** A photo of a sheet with these figures by hand: in perspective, half in shade, with the grain of a poor sensor. */
export async function photographed(figures: readonly (readonly number[])[]): Promise<Buffer> {
  const sheet = await paper(figures, 1);
  const random = numbers(99);
  const { width, height } = PHOTO;
  const data = Buffer.alloc(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = onPaper(column / width, row / height);
      const inside = x >= 0 && y >= 0 && x < PAPER.width && y < PAPER.height;
      const grey = inside ? greyAt(sheet, x, y) : 96;
      const shade = column + row * 0.4 > width * 0.9 ? 0.52 : 0.95;
      data[row * width + column] = Math.max(0, Math.min(255, grey * shade + (random() - 0.5) * 26));
    }
  }
  return await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 93 })
    .toBuffer();
}

const PATCH = { width: 36, height: 42 };

/** A cell as numbers around 0 of the same spread, so that light and shade are alike. */
function patchOf(image: Grey, where: (x: number, y: number) => Point, x: number, y: number): number[] {
  const values: number[] = [];
  for (let row = 0; row < PATCH.height; row += 1) {
    for (let column = 0; column < PATCH.width; column += 1) {
      const [px, py] = where(x + (column / PATCH.width) * CELL.width, y + (row / PATCH.height) * CELL.height);
      values.push(greyAt(image, px * image.width, py * image.height));
    }
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.hypot(...values.map((value) => value - mean)) || 1;
  return values.map((value) => (value - mean) / spread);
}

const alike = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** Reads the digits of a photo of such a sheet, each as the one of ten that it is most alike. */
export async function readFigures(photo: Buffer): Promise<number[][]> {
  // Larger ones are read at the size of the copy: the eye does not see the grain either.
  const image = await greyOf(
    await sharp(photo).resize(1500, 2000, { fit: 'inside', withoutEnlargement: true }).png().toBuffer(),
  );
  const plain = await paper(
    [
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
      [9, 0, 0],
    ],
    0,
  );
  const blurred = await greyOf(
    await sharp(plain.data, { raw: { width: plain.width, height: plain.height, channels: 1 } })
      .blur(5)
      .png()
      .toBuffer(),
  );
  const flat = (x: number, y: number): Point => [x / PAPER.width, y / PAPER.height];
  const templates = Array.from({ length: 10 }, (_, digit) => {
    const { x, y } = cellAt(Math.floor(digit / 3), digit % 3);
    return patchOf(blurred, flat, x, y);
  });
  const readCell = (row: number, column: number): number => {
    const { x, y } = cellAt(row, column);
    const scores = templates.map(() => -1);
    for (const dx of [-8, -4, 0, 4, 8]) {
      for (const dy of [-8, -4, 0, 4, 8]) {
        const seen = patchOf(image, inPhoto, x + dx, y + dy);
        for (const [digit, template] of templates.entries()) {
          scores[digit] = Math.max(scores[digit] ?? -1, alike(seen, template));
        }
      }
    }
    return scores.indexOf(Math.max(...scores));
  };
  return Array.from({ length: PARTIES }, (_, row) => [0, 1, 2].map((column) => readCell(row, column)));
}
