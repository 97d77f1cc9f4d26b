import { PASSWORD_FLOOR } from '@ec/contract/auth/password-rule';
import type { Me } from '@ec/contract/auth/schemas';
import { create } from 'zustand';

const FALLBACK = 'Election Console';

/** What the server wrote into the page for users who are not signed in yet; undefined where no server filled it in. */
function inPage(meta: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content.trim();
  return content && !content.startsWith('__') ? content : undefined;
}

type System = Pick<Me['system'], 'name' | 'passwordMinLength' | 'sms'>;

const useStore = create<System>(() => ({
  name: inPage('application-name') ?? FALLBACK,
  passwordMinLength: Number(inPage('password-min') ?? PASSWORD_FLOOR),
  sms: inPage('sms') !== 'no',
}));

/** The organisation's name for this console, as it is now. */
export const useSystemName = (): string => useStore((state) => state.name);

/** The minimum length of new passwords in characters. */
export const useLeastPassword = (): number => useStore((state) => state.passwordMinLength);
export const leastPassword = (): number => useStore.getState().passwordMinLength;

/** Whether an SMS leaves the system: false without a gateway, where nothing may be said to be sent to a phone. */
export const useSmsLeaves = (): boolean => useStore((state) => state.sms);

export function setSystem({ name, passwordMinLength, sms }: System): void {
  useStore.setState({ name, passwordMinLength, sms });
}
