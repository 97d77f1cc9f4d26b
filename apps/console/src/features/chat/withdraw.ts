import { WITHDRAW_MINUTES } from '@ec/contract/chat/schemas';

/** How long a message can still be withdrawn, in milliseconds; 0 when that is over. */
export function withdrawLeft(timestamp: string, now: number): number {
  return Math.max(0, Date.parse(timestamp) + WITHDRAW_MINUTES * 60_000 - now);
}

/** 7 min 05 s */
export function leftText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const rest = String(seconds % 60).padStart(2, '0');
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${rest} s`;
}
