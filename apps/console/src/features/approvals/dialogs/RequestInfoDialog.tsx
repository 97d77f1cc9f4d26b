import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { ActDialog } from './ActDialog.tsx';
import styles from './dialogs.module.css';
import type { TaskDialogProps } from '../tasks.ts';
import { useActForm } from './use-act-form.ts';

const MOST_LINES = 20;
const mayAsk = (request: ApprovalRequest) => request.can.requestInfo;

interface LinesProps {
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}

function RequiredInfoLines({ lines, onChange }: LinesProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  // The changed list has to stand before one of its inputs can take the focus.
  const changeAndFocus = (next: string[], index: number) => {
    flushSync(() => onChange(next));
    box.current?.querySelectorAll('input')[index]?.focus();
  };
  const remove = (index: number) => {
    const rest = lines.filter((_, at) => at !== index);
    changeAndFocus(rest.length > 0 ? rest : [''], Math.max(0, index - 1));
  };
  return (
    <fieldset ref={box} className={`tight own-width ${styles.lines}`}>
      <legend>Required information</legend>
      {lines.map((line, index) => (
        <div key={index} className="ends gap-8 middle full">
          <TextInput
            aria-label={`Requirement ${index + 1}`}
            placeholder="Such as a copy of the appointment letter"
            maxLength={300}
            value={line}
            onChange={(event) => onChange(lines.with(index, event.currentTarget.value))}
          />
          <ActionIcon
            variant="default"
            aria-label={`Remove requirement ${index + 1}`}
            disabled={lines.length === 1 && line === ''}
            onClick={() => remove(index)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {lines.length < MOST_LINES ? (
        <Button variant="default" onClick={() => changeAndFocus([...lines, ''], lines.length)}>
          + Add another requirement
        </Button>
      ) : (
        <div className="quiet">At most {MOST_LINES} requirements can be listed.</div>
      )}
    </fieldset>
  );
}

export function RequestInfoDialog({ request, kept, onClose }: TaskDialogProps) {
  const form = useActForm({
    id: 'info',
    request,
    kept,
    act: ({ words, lines }) => ({
      act: 'request-info',
      info: { comment: words.trim(), requiredInfo: lines.map((line) => line.trim()).filter(Boolean) },
    }),
    failed: 'Failed to request information',
    success: 'Information requested',
    onDone: onClose,
  });
  return (
    <ActDialog
      request={request}
      form={form}
      title="Request More Information"
      confirmLabel="Request Information"
      blocked={form.values.words.trim() === '' ? 'Say what is missing first' : undefined}
      allowed={mayAsk}
      onClose={onClose}
    >
      <div>{request.requestingUserName} is asked, and the request stays pending until it is decided.</div>
      <Textarea label="Comment" required data-autofocus rows={3} maxLength={1000} {...form.field('words')} />
      <RequiredInfoLines lines={form.values.lines} onChange={(lines) => form.set({ lines })} />
    </ActDialog>
  );
}
