import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { wantTitleFocus } from '../../lib/hooks/focus.ts';
import { DifferenceList } from './DifferenceList.tsx';
import { DifferenceView } from './DifferenceView.tsx';
import { useDifferenceNews } from './api.ts';

/** An entry stands in place of the list at the same path: its title takes the focus as that of another page does. */
function useTitleOf(entry: string | null): void {
  const type = useNavigationType();
  const shown = useRef(entry);
  useEffect(() => {
    if (shown.current === entry) return;
    shown.current = entry;
    if (type !== 'POP') window.scrollTo(0, 0);
    wantTitleFocus();
  }, [entry, type]);
}

/** The arbiters' page: the second entries of their area, or the one that the address names. */
export function DifferencesPage() {
  const [params] = useSearchParams();
  const entry = params.get('entry');
  useDifferenceNews();
  useTitleOf(entry);
  return entry === null ? <DifferenceList /> : <DifferenceView key={entry} id={entry} />;
}
