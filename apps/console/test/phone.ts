import { onTestFinished, vi } from 'vitest';

function onScreen(width: 'max-width' | 'min-width'): void {
  const screen = (media: string) =>
    Object.assign(new EventTarget(), { matches: media.includes(width), media }) as unknown as MediaQueryList;
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation(screen);
  onTestFinished(() => spy.mockRestore());
}

/** For the rest of the test the screen is as narrow as a phone's. */
export const onPhone = () => onScreen('max-width');

/** For the rest of the test the screen is as wide as a computer's. */
export const onComputer = () => onScreen('min-width');
