import { filledText } from '@ec/contract/base/error-text';
import { FILE_ERRORS } from '@ec/contract/files/errors';
import { MAX_SHEET_BYTES } from '@ec/contract/files/schemas';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { KeptPhoto } from './drafts.ts';

const BEGINNINGS = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
} as const;
type ImageKind = keyof typeof BEGINNINGS;

/** What kind of image a file is by its first bytes, never by its name; null for none of these. */
export async function imageKind(file: Blob): Promise<ImageKind | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const kinds = Object.keys(BEGINNINGS) as ImageKind[];
  return kinds.find((kind) => BEGINNINGS[kind].every((byte, i) => head[i] === byte)) ?? null;
}

/** Whether it is a photo as phones save it that are not set to JPEG, by its first bytes. */
async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  return /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/.test(head);
}

/** A JPEG of what is painted; null where the device has no memory for a canvas of this size. */
export async function paintJpeg(
  size: { width: number; height: number },
  paint: (context: CanvasRenderingContext2D) => void,
  quality: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  paint(context);
  return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** Why a file cannot be a photo that is sent, by its first bytes and its size; null if it can. The server looks closer. */
export async function photoProblem(file: Blob): Promise<string | null> {
  if (file.size > MAX_SHEET_BYTES)
    return filledText(FILE_ERRORS.FILE_TOO_LARGE, { megabytes: MAX_SHEET_BYTES / 1024 / 1024 });
  const kind = await imageKind(file);
  if (kind === 'png' || kind === 'jpeg') return null;
  return FILE_ERRORS[(await isHeic(file)) ? 'FILE_IS_HEIC' : 'FILE_NOT_IMAGE'].text;
}

/** Takes a photo that can be sent, or says what is wrong with it; `fallback` names one that has no name. */
export function usePhotoChoice(fallback: string, onChange: (photo: KeptPhoto) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const take = async (file: File) => {
    const found = await photoProblem(file);
    setProblem(found);
    // Figures were typed and other photos chosen while it was read: it joins what stands now, and the next one joins it.
    if (!found) flushSync(() => latest.current({ blob: file, name: file.name || fallback, turn: 0 }));
  };
  return { problem, take, forget: () => setProblem(null) };
}
