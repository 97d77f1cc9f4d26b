/**
 * Runs `run` when asked: at once if the last start is at least `ms` ago, else once after that time, however often it was asked
 * meanwhile. Never two at a time, so that a slow network finishes one reading before the next begins.
 */
export function throttled(run: () => Promise<unknown>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let wanted = false;
  let last = Number.NEGATIVE_INFINITY;

  const start = () => {
    timer = undefined;
    wanted = false;
    running = true;
    last = Date.now();
    const done = () => {
      running = false;
      if (wanted) ask();
    };
    run().then(done, done);
  };
  const ask = () => {
    wanted = true;
    if (running || timer) return;
    const wait = last + ms - Date.now();
    if (wait <= 0) start();
    else timer = setTimeout(start, wait);
  };
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    wanted = false;
  };
  return { ask, cancel };
}
