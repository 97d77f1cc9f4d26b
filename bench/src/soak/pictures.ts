import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { makeImages } from '@ec/server/platform/files/image-work';

const PAPER = { width: 1200, height: 1600 };
/** Pixels of one tone: coarse enough that the JPEG is as large as the copy that a phone sends. */
const GRAIN = 4;
const LARGEST_BYTES = 10 * 1000 * 1000;
/** More than the server decodes; as a PNG of one bit a pixel only some kilobytes. */
const BOMB = { width: 30_000, height: 30_000 };
const GREY = { bits: 8, colour: 0 };
const BITMAP = { bits: 1, colour: 0 };

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function pngOf({ width, height }: typeof PAPER, { bits, colour }: typeof GREY, lines: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = bits;
  head[9] = colour;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Grey grains: a picture that costs as much to decode as a photo of a sheet. */
function grains({ width, height }: typeof PAPER): Buffer {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    if (y % GRAIN > 0) {
      lines.copy(lines, y * (width + 1), (y - 1) * (width + 1), y * (width + 1));
      continue;
    }
    const tones = randomBytes(Math.ceil(width / GRAIN));
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = 128 + (tones[Math.floor(x / GRAIN)] ?? 0) / 4;
  }
  return lines;
}

/** The photo with a comment of its own, so that its content is new to the server. */
function unlike(photo: Buffer): Buffer {
  const comment = randomBytes(16);
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([photo.subarray(0, 2), marker, comment, photo.subarray(2)]);
}

export interface Pictures {
  /** A photo of a sheet that was not sent before. */
  photo(): Buffer;
  /** One of the pictures by which a server is attacked, in turn: broken off, unfolding without end, no picture at all, noise behind half a photo. */
  hostile(): Buffer;
}

export async function drawPictures(): Promise<Pictures> {
  const answer = await makeImages(pngOf(PAPER, GREY, grains(PAPER)), 'sheet');
  if (!('made' in answer)) throw new Error('The photo could not be drawn');
  const photo = answer.made.view;
  const bomb = pngOf(BOMB, BITMAP, Buffer.alloc((BOMB.width / 8 + 1) * BOMB.height));
  const attacks = [
    () => unlike(photo).subarray(0, photo.length / 2),
    () => bomb,
    () => randomBytes(LARGEST_BYTES),
    () => Buffer.concat([photo.subarray(0, photo.length / 2), randomBytes(LARGEST_BYTES - photo.length)]),
  ];
  let turn = 0;
  return {
    photo: () => unlike(photo),
    hostile: () => attacks[turn++ % attacks.length]?.() ?? bomb,
  };
}
