import { create } from 'zustand';

const FALLBACK = 'Election Console';
const PLACEHOLDER = '__SYSTEM_NAME__';

/** The name that the server wrote into the page, for users who are not signed in yet. */
function nameInPage(): string {
  const name = document.querySelector('meta[name="application-name"]')?.getAttribute('content')?.trim();
  return name && name !== PLACEHOLDER ? name : FALLBACK;
}

const useStore = create<{ name: string }>(() => ({ name: nameInPage() }));

/** The organisation's name for this console, as it is now. */
export function useSystemName(): string {
  return useStore((state) => state.name);
}

export function setSystemName(name: string): void {
  if (useStore.getState().name !== name) useStore.setState({ name });
}
