import { RESET_WINDOW_MINUTES, resetWaitSeconds } from '@ec/contract/auth/reset-codes';

/** When reset codes were requested here, by phone number. In the memory of the tab alone: a device that is shared keeps no phone numbers. */
const requests = new Map<string, number[]>();

const keyOf = (phone: string) => phone.replaceAll(/\D/g, '').slice(-10);
const requestsFor = (phone: string): readonly number[] => requests.get(keyOf(phone)) ?? [];

export function noteResetRequest(phone: string, now = Date.now()): void {
  const since = now - RESET_WINDOW_MINUTES * 60_000;
  requests.set(keyOf(phone), [...requestsFor(phone).filter((at) => at > since), now]);
}

/** Seconds until the server sends another reset code to the phone. */
export const resetWait = (phone: string, now: number): number => resetWaitSeconds(requestsFor(phone), now);
