import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDelayedText } from '../../lib/hooks/use-delayed-text.ts';

interface SearchFieldProps {
  value: string;
  onChange: (q: string) => void;
  placeholder: string;
  className?: string | undefined;
}

/** The search box: the address follows once the person pauses. */
export function SearchField({ value, onChange, placeholder, className }: SearchFieldProps) {
  const [text, type] = useDelayedText(value, onChange);
  return (
    <TextInput
      label="Search"
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
