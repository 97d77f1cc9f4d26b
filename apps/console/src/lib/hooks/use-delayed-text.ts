import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** A text box of a filter: the address follows once the person pauses, and the box follows the address when that is changed elsewhere. */
export function useDelayedText(value: string, onChange: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next);
  }, 300);
  useEffect(() => {
    if (value === sent.current) return;
    send.cancel();
    sent.current = value;
    setText(value);
  }, [value, send]);
  const type = (next: string) => {
    setText(next);
    send(next.trim());
  };
  return [text, type];
}
