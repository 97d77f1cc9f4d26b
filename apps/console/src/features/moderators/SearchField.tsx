import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import styles from './moderators.module.css';

/** The search box: the address follows once the person pauses, and the box follows the address when that is changed elsewhere. */
export function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
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
      placeholder="Part of a name, phone or e-mail"
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
      classNames={{ input: styles.control ?? '' }}
    />
  );
}
