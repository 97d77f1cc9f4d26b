let wanted = false;

/** Moves the focus after a button that removes itself. */
export function focusTitle(): void {
  document.getElementById('page-title')?.focus({ preventScroll: true });
}

/** Focuses the title of the page, and again when the page is rendered with its data, until the user acts. */
export function wantTitleFocus(): void {
  wanted = true;
  focusTitle();
}

/** Called by a page that was just drawn: the title of the one before it took the focus along. */
export function keepTitleFocus(): void {
  if (wanted && document.activeElement === document.body) focusTitle();
}

/** From then on the focus is where the person puts it; answers how to stop listening. */
export function followPerson(): () => void {
  const acts = ['keydown', 'pointerdown'] as const;
  const onAct = () => {
    wanted = false;
  };
  for (const act of acts) window.addEventListener(act, onAct, true);
  return () => {
    for (const act of acts) window.removeEventListener(act, onAct, true);
  };
}
