import type { CSSProperties } from 'react';

/** In `rem`, so that it follows the size of text that the reader set in the browser. */
export const rem = (pixels: number) => `${pixels / 16}rem`;

/** Width from which the tiles of `tiles` and `shelf` stand beside each other. */
export const tile = (pixels: number) => ({ '--tile': rem(pixels) }) as CSSProperties;

/** Bounds of what takes a column of a table, in pixels, for `column`. */
export const column = ({ least, most }: { least?: number; most?: number }) =>
  ({ ...(least && { '--least': rem(least) }), ...(most && { '--most': rem(most) }) }) as CSSProperties;
