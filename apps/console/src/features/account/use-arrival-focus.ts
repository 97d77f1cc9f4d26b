import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus to a step that has just come in the place of another, so that it is read out and Tab goes on from there. */
export function useArrivalFocus<E extends HTMLElement>(): RefObject<E | null> {
  const step = useRef<E>(null);
  useEffect(() => step.current?.focus(), []);
  return step;
}
