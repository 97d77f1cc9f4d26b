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
  /** Receives the state of a form in it; null for one that was removed. */
  setStanding: (form: string, standing: Standing | null) => void;
}

export const FormDialogContext = createContext<Dialog | null>(null);

/** The dialog around; null on a page. */
export const useFormDialog = (): Dialog | null => useContext(FormDialogContext);

/** Reports the form's state to the dialog around it. */
export function useFormStanding({ dirty, busy }: Standing): void {
  const setStanding = useFormDialog()?.setStanding;
  const form = useId();
  useEffect(() => {
    setStanding?.(form, { dirty, busy });
    return () => setStanding?.(form, null);
  }, [form, dirty, busy, setStanding]);
}
