/** Between two sign-in codes to one user, and before a reset code is requested again: an SMS takes its time. */
export const CODE_PAUSE_SECONDS = 30;
/** Reset codes sent to one phone number within the window, requested from one known device or one network; further requests send none. */
export const RESETS_PER_WINDOW = 3;
export const RESET_WINDOW_MINUTES = 15;

/** Seconds to wait before another request would send a code, after requests at these times; times in milliseconds, the oldest first. */
export function resetWaitSeconds(requests: readonly number[], now: number): number {
  const last = requests.at(-1);
  if (last === undefined) return 0;
  const first = requests.at(-RESETS_PER_WINDOW);
  const free = first === undefined ? 0 : first + RESET_WINDOW_MINUTES * 60_000;
  return Math.max(0, Math.ceil((Math.max(free, last + CODE_PAUSE_SECONDS * 1000) - now) / 1000));
}
