let wanted = false;

/** For whoever pressed a button that goes with what it did. */
export function focusTitle(): void {
  document.getElementById('page-title')?.focus({ preventScroll: true });
}

/** The title of the page takes the focus, and again where the page is drawn anew with its data, until the person does something. */
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
