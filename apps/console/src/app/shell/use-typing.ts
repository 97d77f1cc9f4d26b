import { useEffect, useState } from 'react';

const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

/** A button press that leaves a field must take effect before a dialog covers the page. */
const SETTLE_MS = 600;

function takesText(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !element.readOnly && !NO_TEXT.includes(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** True while a field that takes text has the focus, and for a moment after it. */
export function useTyping(): boolean {
  const [typing, setTyping] = useState(() => takesText(document.activeElement));
  useEffect(() => {
    const enter = () => {
      if (takesText(document.activeElement)) setTyping(true);
    };
    document.addEventListener('focusin', enter);
    return () => document.removeEventListener('focusin', enter);
  }, []);
  // A field that goes with its page or dialog says nothing as it leaves, so it is looked for.
  useEffect(() => {
    if (!typing) return;
    let away = 0;
    const timer = setInterval(() => {
      away = takesText(document.activeElement) ? 0 : away + 1;
      if (away > 1) setTyping(false);
    }, SETTLE_MS / 2);
    return () => clearInterval(timer);
  }, [typing]);
  return typing;
}
