import { useEffect, useState } from 'react';

const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

function takesText(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !element.readOnly && !NO_TEXT.includes(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** Whoever leaves a field by pressing a button is to have pressed it before anything comes over the page. */
const SETTLE_MS = 600;

/** True while a field that takes text has the focus. */
export function useTyping(): boolean {
  const [typing, setTyping] = useState(() => takesText(document.activeElement));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const enter = () => {
      if (!takesText(document.activeElement)) return;
      clearTimeout(timer);
      setTyping(true);
    };
    const leave = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTyping(takesText(document.activeElement)), SETTLE_MS);
    };
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
    };
  }, []);
  return typing;
}
