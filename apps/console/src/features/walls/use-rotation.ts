import { useEffect, useState } from 'react';

/** Long enough to read what stands there across a room. */
const TURN_MS = 20_000;

/** Whether the user prefers reduced motion. */
const wantsLessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Which of several panels is shown, each in its turn; it stands still when paused, and from the start where motion is not wanted. */
export function useRotation(count: number) {
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(wantsLessMotion);
  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => setIndex((old) => old + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [paused, index]);
  return {
    index: count > 0 ? index % count : 0,
    paused,
    toggle: () => setPaused((old) => !old),
    next: () => setIndex((old) => (old + 1) % count),
  };
}
