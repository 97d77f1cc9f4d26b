/** The fill of an area: a fixed colour, in full or a step of it, a step of a scale, or a pattern without a value. */
export type MapFill =
  | { colour: string; step?: MapStep }
  | `${'good' | 'bad'}-${0 | 1 | 2 | 3 | 4}`
  | MapPattern
  | 'zero'
  | 'blank';

export type MapPattern = 'stripes' | 'dots' | 'lines';
export type MapStep = 0 | 1 | 2 | 3 | 4;

/** How much of a colour each step has. */
const STRENGTH = [0.2, 0.4, 0.6, 0.8, 1] as const;

export interface MapArea {
  /** INEC's code of the area. */
  code: string;
  name: string;
  fill: MapFill;
  /** Drawn on it where there is room; may be empty. */
  mark: string;
  /** One letter that stands for the mark where it has no room, and in the legend. */
  sign?: string | undefined;
  /** What the fill says, in words. */
  lines: readonly string[];
}

export interface MapLegendEntry {
  label: string;
  fill: MapFill;
  sign?: string | undefined;
}

export const isPattern = (fill: MapFill): fill is MapPattern =>
  fill === 'stripes' || fill === 'dots' || fill === 'lines';

/** Attributes that paint a shape; `patterns` is the id of the drawing's own. */
export function paint(fill: MapFill, patterns: string) {
  if (typeof fill === 'object') return { style: { fill: fill.colour, fillOpacity: STRENGTH[fill.step ?? 4] } };
  if (isPattern(fill)) return { 'data-fill': fill, style: { fill: `url(#${patterns}${fill})` } };
  return { 'data-fill': fill };
}
