import { useEffect, useEffectEvent } from 'react';
import { Note } from '../page/Note.tsx';
import { FormElement, type FormElementProps } from './FormElement.tsx';

/** A form of one or two fields: the first wrong one takes the focus instead of a summary. The rest is shown at the top. */
export function ShortForm({ label, form, children }: FormElementProps) {
  const { problems, attempt } = form.summary;
  const wrong = problems.find(({ field }) => field !== undefined)?.field;
  const others = problems.filter(({ field }) => field === undefined);
  const focusWrong = useEffectEvent(() => {
    if (wrong !== undefined) document.getElementById(wrong)?.focus();
  });
  // At an attempt only: a field that is put right must not move the focus to the next one.
  useEffect(() => focusWrong(), [attempt]);
  return (
    <FormElement label={label} form={form}>
      {others.length > 0 && (
        <Note kind="bad" role="alert">
          {others.map(({ message }) => (
            <div key={message}>{message}</div>
          ))}
        </Note>
      )}
      {children}
    </FormElement>
  );
}
