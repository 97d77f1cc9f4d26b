import { describe, expect, it } from 'vitest';
import { panBy, viewAt, WHOLE, zoomAt } from './use-zoom.ts';

describe('zooming the sheet', () => {
  it('keeps what lies under the finger there', () => {
    const point = { x: 100, y: -40 };
    const before = zoomAt(WHOLE, 2, { x: 10, y: 5 });
    const after = zoomAt(before, 1.5, point);
    const under = (view: typeof before) => [(point.x - view.x) / view.scale, (point.y - view.y) / view.scale];
    const [x, y] = under(before);
    const [x2, y2] = under(after);
    expect(x2).toBeCloseTo(x ?? 0);
    expect(y2).toBeCloseTo(y ?? 0);
  });

  it('ends at eight times and at the whole sheet', () => {
    expect(zoomAt(WHOLE, 100, { x: 0, y: 0 }).scale).toBe(8);
    expect(zoomAt({ scale: 2, x: 50, y: 50 }, 0.1, { x: 0, y: 0 })).toEqual(WHOLE);
  });

  it('never moves the sheet out of sight', () => {
    const moved = panBy({ scale: 2, x: 0, y: 0 }, 10_000, -10_000, { width: 400, height: 200 });
    expect(moved).toEqual({ scale: 2, x: 300, y: -150 });
  });

  it('shows a line of the sheet in the middle, but never beyond its edge', () => {
    const [image, stage] = [
      { width: 1000, height: 2000 },
      { width: 400, height: 400 },
    ];
    const moved = { scale: 2, x: 50, y: 0 };
    expect(viewAt(moved, { y: 0.4, scale: 2 }, image, stage).y).toBeCloseTo(80);
    expect(viewAt(moved, { y: 0, scale: 4 }, image, stage)).toEqual({ scale: 4, x: 100, y: 600 });
    expect(viewAt(moved, { y: 0.9, scale: 1 }, image, stage)).toEqual(WHOLE);
  });
});
