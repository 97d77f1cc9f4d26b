/** Where the UI kit keeps what was chosen on this device: `light`, `dark` or `auto`. */
const COLOUR_SCHEME_KEY = 'mantine-color-scheme-value';
const device = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Sets the colours of the device, or those chosen on it, before the UI kit is loaded, which then does the same. */
export function setColourScheme(): void {
  const chosen = localStorage.getItem(COLOUR_SCHEME_KEY);
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : device().matches ? 'dark' : 'light';
  document.documentElement.dataset['mantineColorScheme'] = scheme;
}

/** Sets the colours and follows the device. Returns the way to stop. */
export function showColourScheme(): () => void {
  const followed = device();
  setColourScheme();
  followed.addEventListener('change', setColourScheme);
  return () => followed.removeEventListener('change', setColourScheme);
}
