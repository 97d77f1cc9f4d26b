const ACTIVITY_KEY = 'ec.lastActivity';
const WRITE_EVERY_MS = 5000;
const EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

const IDLE_WARNING_MS = 60_000;

interface IdleOptions {
  /** The limit as it is now: it may change while somebody is at work. */
  timeoutMs: () => number;
  /** Called with true a minute before the end, with false when somebody is there again. */
  onWarning: (warning: boolean) => void;
  onIdle: () => void;
  /** Called now and then while somebody is at work, so that the server's own idle limit does not cut off a long form. */
  onActive: () => void;
}

/** Marks that somebody is there; all tabs share the mark. */
export function markActivity(now = Date.now()): void {
  localStorage.setItem(ACTIVITY_KEY, String(now));
}

/** Watches for input in any tab and tells when there has been none for too long. Returns how to stop. */
export function watchIdle({ timeoutMs, onWarning, onIdle, onActive }: IdleOptions): () => void {
  let written = 0;
  let told = Date.now();
  let warned = false;
  let limit = timeoutMs();
  let notBefore = 0;
  const onInput = () => {
    const now = Date.now();
    // Once the warning stands, only its button counts: a sleeve on the keyboard is nobody's answer.
    if (warned || now - written < WRITE_EVERY_MS) return;
    written = now;
    markActivity(now);
    if (now - told > limit / 3) {
      told = now;
      onActive();
    }
  };
  const check = () => {
    const now = Date.now();
    if (timeoutMs() < limit) notBefore = now + IDLE_WARNING_MS;
    limit = timeoutMs();
    const end = Number(localStorage.getItem(ACTIVITY_KEY) ?? now) + limit;
    // Whom a shorter limit finds beyond it already is warned before the end as everybody is.
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
