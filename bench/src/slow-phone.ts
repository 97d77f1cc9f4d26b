import { hashPassword } from '@ec/server/platform/identity/passwords';
import type { Database } from '@ec/server/platform/database/database';
import type { Browser, Page } from '@playwright/test';
import { openBrowser, openPhoneContext, personOnPhone, typeCredentials } from './phone.ts';
import { type Network, openSlowNetwork } from './slow-network.ts';
import { rounded } from './statistics.ts';

const PASSWORD = 'Emulated-Phone-1';
const FAST: Network = { kilobits: 100_000, roundTripMs: 0, lossPercent: 0, cutEverySeconds: 0 };
const SLOW = { roundTripMs: 400, lossPercent: 2 } as const;
/** The networks that are measured; kilobits a second each way. */
export const NETWORKS = [
  { kilobits: 50, cutEverySeconds: 0 },
  { kilobits: 100, cutEverySeconds: 0 },
  { kilobits: 400, cutEverySeconds: 0 },
  { kilobits: 50, cutEverySeconds: 20 },
  { kilobits: 400, cutEverySeconds: 20 },
] as const;
/** Kilobits a second at which sign-in is measured. */
const SIGN_IN_KILOBITS = [50, 100, 400];
const PATIENCE_MS = 4 * 60_000;
/** Size of a phone camera's photo. */
const PHOTO_BYTES = 3_650_000;

export interface SlowPhone {
  kilobits: number;
  cutEverySeconds: number;
  photoBytes: number;
  copyBytes: number;
  /** From the tap on Submit until the receipt is shown; the photo is on its way meanwhile. */
  receiptMs: number;
  /** From the choice of the photo until the server has it. */
  photoMs: number;
  /** Sent from the choice of the photo on, the figures and all of HTTP included. */
  bytesUp: number;
}

export interface SlowSignIn {
  kilobits: number;
  /** From the address on a phone that has never been here until the first digit stands in the field. */
  usableMs: number;
  /** Bytes received by then, HTTP overhead included. */
  bytesDown: number;
}

/** A drawn sheet with the grain of a small camera, about as large as PHOTO_BYTES. */
export async function drawPhoto(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 4000;
    canvas.height = 3000;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#ece7da';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#20242c';
    context.font = '90px serif';
    for (let row = 0; row < 24; row += 1) context.fillText('PARTY ' + (row + 1) + '  ' + row * 17, 300, 200 + row * 115);
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    let last = '';
    for (let grain = 6; grain < 60; grain += 3) {
      const noisy = new ImageData(new Uint8ClampedArray(image.data), canvas.width, canvas.height);
      for (let at = 0; at < noisy.data.length; at += 4) {
        const change = (Math.random() - 0.5) * grain;
        for (let part = 0; part < 3; part += 1) noisy.data[at + part] += change;
      }
      context.putImageData(noisy, 0, 0);
      last = canvas.toDataURL('image/jpeg', 0.85);
      if (last.length * 0.75 > ${PHOTO_BYTES}) break;
    }
    return last.slice(last.indexOf(',') + 1);
  })()`);
  return Buffer.from(encoded, 'base64');
}

async function signIn(page: Page, phone: string): Promise<void> {
  await typeCredentials(page, phone, PASSWORD, 0);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
  await page.waitForURL('**/dashboard');
  await page.goto('/submit-results');
  await page.getByRole('textbox', { name: 'Accredited voters', exact: true }).fill('200');
  const zeros = page.getByRole('button', { name: 'Fill empty fields with 0' });
  await zeros.tap();
  await page.getByRole('textbox', { name: 'APC', exact: true }).fill('61');
  await page.getByRole('textbox', { name: 'LP', exact: true }).fill('88');
  await page.getByRole('textbox', { name: 'Rejected ballots (box 6)', exact: true }).fill('4');
}

async function once(
  browser: Browser,
  server: string,
  phone: string,
  network: (typeof NETWORKS)[number],
): Promise<SlowPhone> {
  const slow = await openSlowNetwork(server, FAST);
  const context = await openPhoneContext(browser, slow.origin);
  try {
    const page = await context.newPage();
    await signIn(page, phone);
    const photo = await drawPhoto(page);
    context.setDefaultTimeout(PATIENCE_MS);
    slow.change({ ...SLOW, ...network });
    const before = slow.bytesUp();
    const attached = performance.now();
    const file = { name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: photo };
    await page.getByLabel('Image file of the result sheet').setInputFiles(file);
    const words = await page.getByText(/A copy of [\d.]+ KB is sent first/).innerText();
    await page.getByRole('button', { name: 'Submit Results for Approval' }).tap();
    const submit = page.getByRole('button', { name: 'Submit', exact: true });
    await submit.waitFor();
    const tapped = performance.now();
    await submit.tap();
    await page.getByText(/^Figures received/).waitFor();
    const received = performance.now();
    await page.getByText('Photo received').waitFor();
    const arrived = performance.now();
    return {
      ...network,
      photoBytes: photo.length,
      copyBytes: Math.round(Number(/A copy of ([\d.]+) KB/.exec(words)?.[1] ?? 0) * 1024),
      receiptMs: rounded(received - tapped, 0),
      photoMs: rounded(arrived - attached, 0),
      bytesUp: slow.bytesUp() - before,
    };
  } finally {
    await context.close();
    await slow.close();
  }
}

async function signInOnce(browser: Browser, server: string, kilobits: number): Promise<SlowSignIn> {
  const slow = await openSlowNetwork(server, { ...SLOW, kilobits, cutEverySeconds: 0 });
  const context = await openPhoneContext(browser, slow.origin);
  try {
    const page = await context.newPage();
    context.setDefaultTimeout(PATIENCE_MS);
    const begin = performance.now();
    await page.goto('/login', { waitUntil: 'commit' });
    const field = page.getByLabel('Phone number');
    await field.press('0');
    const usableMs = rounded(performance.now() - begin, 0);
    const typed = await field.inputValue();
    if (typed !== '0') throw new Error(`The phone number reads ${typed}`);
    return { kilobits, usableMs, bytesDown: slow.bytesDown() };
  } finally {
    await context.close();
    await slow.close();
  }
}

/** The sign-in page on phones that have never been here; the one in the middle of several runs. */
export async function measureSlowSignIns(server: string, runs: number): Promise<SlowSignIn[] | undefined> {
  const browser = await openBrowser('Slow networks');
  if (!browser) return undefined;
  try {
    const found: SlowSignIn[] = [];
    for (const kilobits of SIGN_IN_KILOBITS) {
      const tries: SlowSignIn[] = [];
      for (let run = 0; run < runs; run++) tries.push(await signInOnce(browser, server, kilobits));
      console.log(`Slow networks: ${JSON.stringify(tries)}`);
      const middle = tries.toSorted((a, b) => a.usableMs - b.usableMs)[Math.floor(runs / 2)];
      if (middle) found.push(middle);
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** An officer on each of the networks: figures and a camera's photo. */
export async function measureSlowPhones(database: Database, server: string): Promise<SlowPhone[] | undefined> {
  const browser = await openBrowser('Slow networks');
  if (!browser) return undefined;
  const passwordHash = await hashPassword(PASSWORD);
  try {
    const phones: SlowPhone[] = [];
    for (const [number, network] of NETWORKS.entries()) {
      const person = await personOnPhone(database, 'polling_unit_officer', { passwordHash, number: 100 + number });
      phones.push(await once(browser, server, person.phone, network));
      console.log(`Slow networks: ${JSON.stringify(phones.at(-1))}`);
    }
    return phones;
  } finally {
    await browser.close();
  }
}
