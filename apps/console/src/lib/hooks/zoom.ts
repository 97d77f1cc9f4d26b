export interface View {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;

/** Zooms by a factor around a point given from the middle of the stage, so that what lies under the finger stays there. */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor));
  if (scale === 1) return WHOLE;
  const by = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by };
}

/** Moves the picture, but never out of sight. */
export function panBy(view: View, dx: number, dy: number, stage: { width: number; height: number }): View {
  const limitX = (stage.width * (view.scale - 1)) / 2 + stage.width / 4;
  const limitY = (stage.height * (view.scale - 1)) / 2 + stage.height / 4;
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  return { ...view, x: within(view.x + dx, limitX), y: within(view.y + dy, limitY) };
}
