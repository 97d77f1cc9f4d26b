import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface View {
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

interface Size {
  width: number;
  height: number;
}

const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** Moves the image, but never out of view. */
export function panBy(view: View, dx: number, dy: number, stage: Size): View {
  const limitX = (stage.width * (view.scale - 1)) / 2 + stage.width / 4;
  const limitY = (stage.height * (view.scale - 1)) / 2 + stage.height / 4;
  return { ...view, x: within(view.x + dx, limitX), y: within(view.y + dy, limitY) };
}

/** A line of the image: how far down it lies, from 0 to 1, and how many times as large as the whole image it is shown. */
export interface Look {
  y: number;
  scale: number;
}

/** The view with the line in the middle of the stage, as far as the edge of the image allows. What was moved to a side stays there. */
export function viewAt(view: View, { y, scale: wanted }: Look, image: Size, stage: Size): View {
  const scale = Math.min(LARGEST, Math.max(1, wanted));
  if (scale === 1) return WHOLE;
  const height = image.height * Math.min(stage.width / image.width, stage.height / image.height) * scale;
  const limit = Math.max(0, (height - stage.height) / 2);
  return { scale, x: view.x * (scale / view.scale), y: within((0.5 - y) * height, limit) };
}

type Point = { x: number; y: number };
const middle = (points: Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
});
const spread = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);
const STEP = 1.5;
const PAN = 60;

/** Zoom and pan by buttons, wheel, two fingers, mouse and keys over one element. */
export function useZoom(startScale = 1) {
  const stage = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const [view, setView] = useState<View>({ ...WHOLE, scale: startScale });
  const size = () => stage.current?.getBoundingClientRect() ?? new DOMRect();
  const fromMiddle = (point: Point): Point => {
    const { left, top, width, height } = size();
    return { x: point.x - left - width / 2, y: point.y - top - height / 2 };
  };
  const zoom = (factor: number, point: Point = { x: 0, y: 0 }) => setView((view) => zoomAt(view, factor, point));
  const pan = (dx: number, dy: number) => setView((view) => panBy(view, dx, dy, size()));

  // React's wheel listeners are passive; this one must keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), fromMiddle({ x: event.clientX, y: event.clientY }));
  });
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const listen = (event: WheelEvent) => onWheel(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!pointers.current.has(event.pointerId)) return;
    const before = [...pointers.current.values()];
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = [...pointers.current.values()];
    const [from, to] = [middle(before), middle(after)];
    if (before.length === 2 && spread(before) > 0) zoom(spread(after) / spread(before), fromMiddle(to));
    pan(to.x - from.x, to.y - from.y);
  };
  const onPointerUp = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      '+': () => zoom(STEP),
      '=': () => zoom(STEP),
      '-': () => zoom(1 / STEP),
      '0': () => setView(WHOLE),
      ArrowLeft: () => pan(PAN, 0),
      ArrowRight: () => pan(-PAN, 0),
      ArrowUp: () => pan(0, PAN),
      ArrowDown: () => pan(0, -PAN),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
  return {
    view,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    reset: () => setView(WHOLE),
    /** Shows a line of an image of this size. */
    show: (look: Look, image: Size) => setView((view) => viewAt(view, look, image, size())),
    stageProps: {
      ref: stage,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onKeyDown,
    },
  };
}
