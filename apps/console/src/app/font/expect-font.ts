import { savesData } from '../../lib/device/saves-data.ts';

/** Prepares the page for the font, before anything is painted: the device's letters have its widths. Not where its owner saves data. */
export function expectFont(): void {
  if (!savesData()) document.documentElement.dataset['font'] = '';
}
