import { ActionIcon, Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import styles from './DataTable.module.css';
import type { ColumnChoiceState } from './use-columns.ts';

interface ColumnChoiceProps {
  /** The name of the table. */
  label: string;
  choice: ColumnChoiceState;
}

/** Which columns of a table are shown, at the end of its head. */
export function ColumnChoice({ label, choice: { columns, toggle, showAll } }: ColumnChoiceProps) {
  const hidden = columns.filter(({ shown }) => !shown).length;
  const name = hidden > 0 ? `Columns of ${label}, ${hidden} hidden` : `Columns of ${label}`;
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant={hidden > 0 ? 'light' : 'subtle'}
          className={styles.columns ?? ''}
          aria-label={name}
          title="Columns"
        >
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Columns of ${label}`}>
        <Stack gap="xs">
          {columns.map(({ key, header, shown }) => (
            <Checkbox key={key} label={header} checked={shown} onChange={() => toggle(key)} />
          ))}
          <Button variant="default" disabled={hidden === 0} onClick={showAll}>
            Show all columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
