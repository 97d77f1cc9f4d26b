import { useEffect } from 'react';
import { useSystemName } from '../session/system.ts';

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  const name = useSystemName();
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
