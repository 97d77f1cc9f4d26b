import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps {
  value: string;
  onChange: (q: string) => void;
  placeholder: string;
  className?: string | undefined;
  inputClass?: string | undefined;
}

/** The search box: the address follows once the person pauses, and the box follows the address when that is changed elsewhere. */
export function SearchField({ value, onChange, placeholder, className, inputClass }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((q: string) => {
    sent.current = q;
    onChange(q);
  }, 300);
  useEffect(() => {
    if (value === sent.current) return;
    send.cancel();
    sent.current = value;
    setText(value);
  }, [value, send]);
  return (
    <TextInput
      label="Search"
      type="search"
      placeholder={placeholder}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
      {...(className && { className })}
      classNames={{ input: inputClass ?? '' }}
    />
  );
}
