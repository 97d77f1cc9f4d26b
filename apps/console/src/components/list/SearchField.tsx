import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

/** A text filter: the address is updated when the user pauses, and the box when the address changes elsewhere. */
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

interface SearchFieldProps {
  value: string;
  onChange: (q: string) => void;
  placeholder: string;
  className?: string | undefined;
  /** Its name is for screen readers alone. */
  bare?: boolean;
}

/** The search box: the address is updated when the user pauses. */
export function SearchField({ value, onChange, placeholder, className, bare = false }: SearchFieldProps) {
  const [text, type] = useDelayedText(value, onChange);
  return (
    <TextInput
      {...(bare ? { 'aria-label': 'Search' } : { label: 'Search' })}
      type="search"
      placeholder={placeholder}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      {...(className && { className })}
    />
  );
}
