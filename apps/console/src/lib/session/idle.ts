const ACTIVITY_KEY = 'ec.lastActivity';
const WRITE_EVERY_MS = 5000;
const EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

const IDLE_WARNING_MS = 60_000;

interface IdleOptions {
  /** The current limit: it may change during a session. */
  timeoutMs: () => number;
  /** Called with true a minute before the end, with false when the user is active again. */
  onWarning: (warning: boolean) => void;
  onIdle: () => void;
  /** Called from time to time while the user is active, so that the server's own idle limit does not cut off a long form. */
  onActive: () => void;
}

/** Records activity of the user; all tabs share the record. */
export function markActivity(now = Date.now()): void {
  localStorage.setItem(ACTIVITY_KEY, String(now));
}

/** Watches for input in any tab and reports when there has been none for too long. Returns the function that stops it. */
export function watchIdle({ timeoutMs, onWarning, onIdle, onActive }: IdleOptions): () => void {
  let written = 0;
  let keptAliveAt = Date.now();
  let warned = false;
  let limit = timeoutMs();
  let notBefore = 0;
  const onInput = () => {
    const now = Date.now();
    // Once the warning is shown, only its button counts: an accidental key press must not prolong the session.
    if (warned || now - written < WRITE_EVERY_MS) return;
    written = now;
    markActivity(now);
    if (now - keptAliveAt > limit / 3) {
      keptAliveAt = now;
      onActive();
    }
  };
  const check = () => {
    const now = Date.now();
    if (timeoutMs() < limit) notBefore = now + IDLE_WARNING_MS;
    limit = timeoutMs();
    const end = Number(localStorage.getItem(ACTIVITY_KEY) ?? now) + limit;
    // A user who is already beyond a shortened limit is also warned before the end.
    const rest = Math.max(end, notBefore) - now;
    if (rest <= 0) {
      onIdle();
      return;
    }
    const warning = rest <= IDLE_WARNING_MS;
    if (warning !== warned) {
      warned = warning;
      onWarning(warning);
    }
  };
  markActivity();
  const timer = setInterval(check, 1000);
  for (const event of EVENTS) window.addEventListener(event, onInput, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    for (const event of EVENTS) window.removeEventListener(event, onInput, { capture: true });
  };
}
