import { TextInput } from '@mantine/core';
import { useDelayedText } from '../../lib/hooks/use-delayed-text.ts';

interface TextFilterProps {
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
  /** Why a text narrows nothing. */
  problem?: (text: string) => string | undefined;
}

/** A filter that is typed in. */
export function TextFilter({ label, placeholder, maxLength, value, onChange, problem }: TextFilterProps) {
  const [text, type] = useDelayedText(value, onChange);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      error={problem?.(text.trim())}
    />
  );
}
