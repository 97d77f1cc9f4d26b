import { useEffect } from 'react';

/** What the dialog around a form has to know of it. */
export interface FormStanding {
  /** Something was typed that is not stored. */
  dirty: boolean;
  /** It is being sent. */
  busy: boolean;
}

export const UNTOUCHED: FormStanding = { dirty: false, busy: false };

/** Tells the dialog around the form how it stands; a form that is gone is untouched. */
export function useFormStanding({ dirty, busy }: FormStanding, tell: (standing: FormStanding) => void): void {
  useEffect(() => {
    tell({ dirty, busy });
    return () => tell(UNTOUCHED);
  }, [dirty, busy, tell]);
}
