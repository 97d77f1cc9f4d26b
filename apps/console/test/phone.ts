import { onTestFinished, vi } from 'vitest';

/** For the rest of the test the screen is as narrow as a phone's. */
export function onPhone(): void {
  const phone = (media: string) =>
    Object.assign(new EventTarget(), { matches: media.includes('max-width'), media }) as unknown as MediaQueryList;
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation(phone);
  onTestFinished(() => spy.mockRestore());
}
