import { useId } from 'react';
import styles from './Segmented.module.css';

interface SegmentedProps<Value extends string> {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  data: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** `xs` in rows and heads of panels. */
  size?: 'sm' | 'xs';
  /** As wide as its place. */
  wide?: boolean;
  /** Shows the choice, and takes no other one now. */
  readOnly?: boolean;
}

/** A choice of one of a few that stand beside each other: the browser's radio buttons. Of a page, so it is not printed. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { data, value, onChange, size = 'sm', wide, readOnly = false, ...named } = props;
  const name = useId();
  return (
    <div
      {...named}
      role="radiogroup"
      aria-readonly={readOnly || undefined}
      className={styles.root}
      data-size={size}
      data-wide={wide}
      data-print="none"
    >
      {data.map((choice) => (
        <label key={choice.value} className={styles.choice} data-chosen={choice.value === value || undefined}>
          <input
            type="radio"
            className="spoken"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => readOnly || onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
