/** The UI kit's storage key for the choice on this device: `light`, `dark` or `auto`. */
const COLOUR_SCHEME_KEY = 'mantine-color-scheme-value';
const device = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Sets the chosen colours, or those of the device, before the UI kit is loaded and does the same. */
export function setColourScheme(): void {
  const chosen = localStorage.getItem(COLOUR_SCHEME_KEY);
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : device().matches ? 'dark' : 'light';
  document.documentElement.dataset['mantineColorScheme'] = scheme;
}

/** Sets the colours and follows the device. Returns the function that stops it. */
export function showColourScheme(): () => void {
  const followed = device();
  setColourScheme();
  followed.addEventListener('change', setColourScheme);
  return () => followed.removeEventListener('change', setColourScheme);
}
