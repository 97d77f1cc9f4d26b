import { savesData } from '../../lib/device/when-idle.ts';

/** Prepares the page for the font before the first paint: the fallback gets its metrics. Not for users who save data. */
export function expectFont(): void {
  if (!savesData()) document.documentElement.dataset['font'] = '';
}
