import type { CSSProperties } from 'react';

/** In `rem`, so that it follows the size of text that the reader set in the browser. */
export const rem = (pixels: number) => `${pixels / 16}rem`;

/** Width from which the tiles of `tiles` and `shelf` stand beside each other. */
export const tile = (pixels: number) => ({ '--tile': rem(pixels) }) as CSSProperties;

/** Bounds of what takes a column of a table, in pixels, for `column`. */
export const column = ({ least, most }: { least?: number; most?: number }) =>
  ({ ...(least && { '--least': rem(least) }), ...(most && { '--most': rem(most) }) }) as CSSProperties;

const DARK = '#10150f';
const LIGHT = '#ffffff';

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** The ink that reads best on a party's colour (`#rrggbb`). */
export function inkOn(colour: string): string {
  return contrast(colour, LIGHT) >= contrast(colour, DARK) ? LIGHT : DARK;
}
