import * as z from 'zod/mini';

/** The random key of one browser: 256 bits in base64url, the same for all accounts on that browser. */
export const DeviceKey = z.string().check(z.regex(/^[\w-]{43}$/, 'The device key has 43 characters of base64url'));

type Reading = readonly [mark: RegExp, name: string];

/** Most user agents also name other browsers, so the first match in this order counts. */
const BROWSERS: readonly Reading[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPX\/|\bOpera( Mini|\/)/, 'Opera'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly Reading[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bKAIOS\b/i, 'KaiOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameOf = (readings: readonly Reading[], userAgent: string) =>
  readings.find(([mark]) => mark.test(userAgent))?.[1];

/** A short description of a device: "Chrome on Android". */
export function deviceOf(userAgent: string | null): string {
  const [browser, system] = [nameOf(BROWSERS, userAgent ?? ''), nameOf(SYSTEMS, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'Unknown device');
}
