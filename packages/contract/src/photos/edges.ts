import type { GreyPicture } from './light.ts';

/** The brightness of a place by its way along a side of the photo and its way inward from there. */
type Look = (along: number, inward: number) => number;

/** A side of the photo with what is beside it. */
interface Side {
  look: Look;
  length: number;
  depth: number;
}

export interface Edge {
  /** The share of the side inside of which the border of the sheet is seen. */
  border: number;
  /** Strokes that touch the side. */
  strokes: number;
}

/** Lines of pixels beside the edge that are looked at, without the outermost. */
const LINES = [2, 4, 6] as const;
/** A stroke is at most so wide, as a share of the side along which it is met. */
const WIDEST_STROKE = 0.016;
const STROKE = 0.75;
const PAPER = 0.85;
/** From the desk to the paper it becomes so many times brighter. */
const BORDER = 1.18;
const BORDER_LINES = 48;
const BLOCK = 8;

/** Dark runs as narrow as a stroke, with paper on both sides that is as bright as the inside of the sheet. */
function strokesAlong({ look, length }: Side, inward: number, level: number): number {
  const widest = Math.max(3, Math.round(length * WIDEST_STROKE));
  const reach = widest + 4;
  let found = 0;
  for (let along = reach; along < length - reach; along += 1) {
    const here = look(along, inward);
    if (here > look(along - 1, inward) || here >= look(along + 1, inward)) continue;
    let before = 0;
    let after = 0;
    for (let away = 1; away <= reach; away += 1) {
      before = Math.max(before, look(along - away, inward));
      after = Math.max(after, look(along + away, inward));
    }
    const paper = Math.min(before, after);
    if (here < STROKE * paper && paper > PAPER * Math.max(before, after) && paper > level) found += 1;
  }
  return found;
}

/** The brightest of a few pixels inward: strokes are left out, the desk is not. */
function plateau({ look }: Side, along: number, inward: number): number {
  let most = 0;
  for (let step = 0; step < BLOCK; step += 1) most = Math.max(most, look(along, inward + step));
  return most;
}

/** True where the way inward leads from the desk to the paper. */
function meetsBorder(side: Side, along: number): boolean {
  let earlier = Math.max(side.look(along, 1), side.look(along, 2));
  let before = earlier;
  for (let inward = 3; inward + BLOCK < side.depth; inward += BLOCK) {
    const here = plateau(side, along, inward);
    if (here > BORDER * earlier && here - earlier > 6) return true;
    earlier = before;
    before = here;
  }
  return false;
}

function borderOf(side: Side): number {
  let met = 0;
  for (let line = 0; line < BORDER_LINES; line += 1) {
    const along = Math.round(side.length * (0.12 + (0.76 * line) / (BORDER_LINES - 1)));
    if (meetsBorder(side, along)) met += 1;
  }
  return met / BORDER_LINES;
}

/** What touches each side of the photo (top, right, bottom, left); `paper` is the brightness of the sheet. */
export function edgesOf({ data, width, height }: GreyPicture, paper: number): Edge[] {
  const at = (x: number, y: number) => data[y * width + x] ?? 0;
  const [down, across] = [Math.floor(height * 0.45), Math.floor(width * 0.45)];
  const sides: Side[] = [
    { look: (along, inward) => at(along, inward), length: width, depth: down },
    { look: (along, inward) => at(width - 1 - inward, along), length: height, depth: across },
    { look: (along, inward) => at(along, height - 1 - inward), length: width, depth: down },
    { look: (along, inward) => at(inward, along), length: height, depth: across },
  ];
  return sides.map((side) => ({
    border: borderOf(side),
    strokes: Math.min(...LINES.map((inward) => strokesAlong(side, inward, 0.55 * paper))),
  }));
}
