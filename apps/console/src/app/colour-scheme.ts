/** Where the UI kit keeps what was chosen on this device: `light`, `dark` or `auto`. */
export const COLOUR_SCHEME_KEY = 'mantine-color-scheme-value';
const DARK = '(prefers-color-scheme: dark)';

/**
 * Shows the colours of the device, or those chosen on it, before the UI kit is loaded, which then does the same. Returns the way to stop following
 * the device.
 */
export function showColourScheme(): () => void {
  const device = window.matchMedia(DARK);
  const show = () => {
    const chosen = localStorage.getItem(COLOUR_SCHEME_KEY);
    const scheme = chosen === 'light' || chosen === 'dark' ? chosen : device.matches ? 'dark' : 'light';
    document.documentElement.dataset['mantineColorScheme'] = scheme;
  };
  show();
  device.addEventListener('change', show);
  return () => device.removeEventListener('change', show);
}
