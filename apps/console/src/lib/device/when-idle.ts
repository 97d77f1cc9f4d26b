/** What a browser tells of a connection that its owner pays by the byte. */
interface Saving {
  connection?: { saveData?: boolean };
}

/** Runs once the page stands and its processor rests: for code that is fetched before anybody asks for it. Never for whoever saves data. */
export function whenIdle(run: () => void): void {
  if ((navigator as Navigator & Saving).connection?.saveData) return;
  const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200));
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}
