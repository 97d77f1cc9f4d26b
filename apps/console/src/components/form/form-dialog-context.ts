import { createContext, useContext, useEffect, useId } from 'react';

/** What a dialog has to know of the form in it. */
export interface Standing {
  /** Something was typed that is not stored. */
  dirty: boolean;
  /** It is being sent. */
  busy: boolean;
}

interface Dialog {
  /** Closes it, after a question where something typed would be lost. */
  close: () => void;
  /** Takes over how a form in it stands; null for one that is gone. */
  tell: (form: string, standing: Standing | null) => void;
}

export const FormDialogContext = createContext<Dialog | null>(null);

/** The dialog around; null on a page. */
export const useFormDialog = (): Dialog | null => useContext(FormDialogContext);

/** Tells the dialog around a form how it stands. */
export function useFormStanding({ dirty, busy }: Standing): void {
  const tell = useFormDialog()?.tell;
  const form = useId();
  useEffect(() => {
    tell?.(form, { dirty, busy });
    return () => tell?.(form, null);
  }, [form, dirty, busy, tell]);
}
