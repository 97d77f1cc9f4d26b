const HEAD_BYTES = 262_144;

/** The marker of a JPEG's frame: its size. Others of these numbers are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The pixels that the head of a PNG or JPEG says it has, before anything is decoded; null where it does not say. */
export async function imageSize(blob: Blob): Promise<{ width: number; height: number } | null> {
  const head = new DataView(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.byteLength < 24) return null;
  if (head.getUint32(0) === 0x89_50_4e_47) return { width: head.getUint32(16), height: head.getUint32(20) };
  if (head.getUint16(0) !== 0xff_d8) return null;
  for (let at = 2; at + 9 < head.byteLength && head.getUint8(at) === 0xff; at += 2 + head.getUint16(at + 2)) {
    if (isFrame(head.getUint8(at + 1))) return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) };
  }
  return null;
}
