import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './Form.module.css';
import { useFormDialog, useFormStanding } from './form-dialog-context.ts';
import { FormElement, type FormElementProps } from './ShortForm.tsx';
import { FormErrorSummary } from './FormErrorSummary.tsx';
import type { FormFrame } from './use-server-form.ts';
import { tile } from '../../lib/format/css-values.ts';

interface FormProps extends FormElementProps {
  /** Goes to a field of the summary, where that takes more than the focus. */
  onPick?: (field: string) => void;
}

/** A form with all that is wrong with it at its top. */
export function Form({ label, form, onPick, children }: FormProps) {
  useFormStanding(form);
  return (
    <FormElement label={label} form={form}>
      <FormErrorSummary {...form.summary} {...(onPick && { onPick })} />
      {children}
    </FormElement>
  );
}

interface FieldGroupProps {
  legend: string;
  /** Where a summary of errors leads to the whole of it. */
  id?: string;
  children: ReactNode;
}

/** Fields that belong together, in a frame with their name. */
export function FieldGroup({ legend, id, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group} {...(id !== undefined && { id, tabIndex: -1 })}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Fields beside each other where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="tiles gap-12 start" style={tile(200)}>
      {children}
    </div>
  );
}

/** What one should know about a form or a part of it; as news where it follows what is typed. */
export function FormHint({ children, news = false }: { children: ReactNode; news?: boolean }) {
  return (
    <p className="quiet" {...(news && { role: 'status' })}>
      {children}
    </p>
  );
}

/** The buttons at the end of a form or a dialog. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={`end ${styles.foot}`}>{children}</div>;
}

interface FormButtonsProps extends Pick<ButtonProps, 'color' | 'leftSection'> {
  form: Pick<FormFrame, 'busy'>;
  submit: string;
  /** Why the form cannot be sent yet. */
  blocked?: string | undefined;
  /** What is said beside the buttons while it can be. */
  note?: string;
  cancel?: string;
  /** What Cancel does; in a dialog it closes it unless said otherwise, on a page there is none. */
  onCancel?: () => void;
}

/** Cancel and submit at the end of a form, with the reason why it cannot be sent yet. */
export function FormButtons(props: FormButtonsProps) {
  const { form, submit, blocked, note, cancel = 'Cancel', color = 'accent', leftSection } = props;
  const dialog = useFormDialog();
  const onCancel = props.onCancel ?? dialog?.close;
  const id = useId();
  const said = blocked ?? note;
  return (
    <FormFoot>
      {(said !== undefined || 'blocked' in props) && (
        <span className="quiet" id={id} role="status">
          {said}
        </span>
      )}
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={form.busy}>
          {cancel}
        </Button>
      )}
      <Button
        color={color}
        leftSection={leftSection}
        type="submit"
        loading={form.busy}
        disabled={blocked !== undefined}
        {...(said !== undefined && { 'aria-describedby': id })}
      >
        {submit}
      </Button>
    </FormFoot>
  );
}
