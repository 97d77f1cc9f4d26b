import { useEffect, useEffectEvent, useState } from 'react';

const SWITCH_KEY = 'ec.review.shortcuts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}

/** Single keys for acts that are done hundreds of times a night. They can be switched off: a stray key must not decide. */
export function useShortcuts(keys: Partial<Record<string, () => void>>) {
  const [on, setOn] = useState(() => localStorage.getItem(SWITCH_KEY) !== 'off');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const turn = (next: boolean) => {
    localStorage.setItem(SWITCH_KEY, next ? 'on' : 'off');
    setOn(next);
  };
  return { on, turn };
}
