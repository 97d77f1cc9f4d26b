import { useEffect, useState } from 'react';

function toggle(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // Refused by the browser or its owner: the page stays as it is.
  change.catch(() => undefined);
}

/** Full screen by a button or the F key, where the browser has it. */
export function useFullScreen(): { possible: boolean; full: boolean; toggle: () => void } {
  const possible = document.fullscreenEnabled === true;
  const [full, setFull] = useState(() => Boolean(document.fullscreenElement));
  useEffect(() => {
    if (!possible) return;
    const onChange = () => setFull(Boolean(document.fullscreenElement));
    const onKey = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (plain && event.key.toLowerCase() === 'f') toggle();
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
    };
  }, [possible]);
  return { possible, full, toggle };
}
