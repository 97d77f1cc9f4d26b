const SOI = 0xff_d8;
const [EOI, SOS, APP0, APP1, APP2, APP14, APP15, COMMENT] = [0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe];
const ORIENTATION = 0x01_12;
const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1');
const JFIF = Buffer.from('JFIF\0', 'latin1');

/** How the photo has to be turned, of the first directory of its Exif; 1 where it says nothing. */
function orientationOf(tiff: Buffer): number {
  const little = tiff.subarray(0, 2).toString('latin1') === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = long(4);
    for (let entry = 0; entry < short(directory); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (short(at) === ORIENTATION) return short(at + 8);
    }
  } catch {
    // Broken Exif says nothing, as for those who look at the photo.
  }
  return 1;
}

/** An Exif segment that says how the photo is turned, and nothing else. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length]);
  return Buffer.concat([head, EXIF, tiff]);
}

/** Whether the picture needs the segment to look as it does: its colours, and its size for print. */
function isOfPicture(marker: number, body: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return body.subarray(0, JFIF.length).equals(JFIF);
  if (marker === APP2) return body.subarray(0, ICC.length).equals(ICC);
  return marker === APP14;
}

/** Where the next marker stands behind the compressed data that begins at the place. */
function behindScan(content: Buffer, from: number): number {
  let at = content.indexOf(0xff, from);
  while (at >= 0 && at + 1 < content.length) {
    const next = content[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at = content.indexOf(0xff, at + 1);
  }
  return content.length;
}

function jpegWithout(content: Buffer): Buffer {
  const kept = [content.subarray(0, 2)];
  let orientation = 1;
  for (let at = 2; at + 4 <= content.length; ) {
    const marker = content[at + 1] ?? 0;
    // What follows the end of the picture is dropped: phones keep more pictures and their places there.
    if (marker === EOI) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + content.readUInt16BE(at + 2);
    const body = content.subarray(at + 4, end);
    if (marker === APP1 && body.subarray(0, EXIF.length).equals(EXIF)) {
      orientation = orientationOf(body.subarray(EXIF.length));
    }
    const next = marker === SOS ? behindScan(content, end) : end;
    if (isOfPicture(marker, body)) kept.push(content.subarray(at, next));
    at = next;
  }
  if (orientation > 1 && orientation <= 8) kept.splice(1, 0, exifOf(orientation));
  kept.push(Buffer.from([0xff, EOI]));
  return Buffer.concat(kept);
}

const PNG_HEAD = 8;
const PNG_KEPT = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'pHYs',
  'cICP',
  'bKGD',
];

function pngWithout(content: Buffer): Buffer {
  const kept = [content.subarray(0, PNG_HEAD)];
  for (let at = PNG_HEAD; at + 12 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at);
    const name = content.toString('latin1', at + 4, at + 8);
    if (PNG_KEPT.includes(name)) kept.push(content.subarray(at, end));
    if (name === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}

/**
 * The same pixels without what stands beside them: where and when it was taken, the phone, words, smaller pictures. A JPEG keeps how it has to be
 * turned. Nothing is decoded.
 */
export function withoutMetadata(content: Buffer): Buffer {
  return content.readUInt16BE(0) === SOI ? jpegWithout(content) : pngWithout(content);
}
