import path from 'node:path';
import { build } from 'vite';
import { openBrowser, openPhonePage } from './phone.ts';
import { drawPhoto } from './slow-phone.ts';
import { type Latency, latency } from './statistics.ts';

const MODULE = path.join(import.meta.dirname, '../../apps/console/src/lib/device/check-photo.ts');
const RUNS = 20;

export interface CheckTimes {
  photoBytes: number;
  times: Latency;
}

/** The check as the console loads it, under the name `photoCheck`. */
async function checkScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, lib: { entry: MODULE, formats: ['iife'], name: 'photoCheck', fileName: 'check' } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const [script] = outputs.flatMap((each) => ('output' in each ? each.output : []));
  if (script?.type !== 'chunk') throw new Error('The check is no script');
  return script.code;
}

/** The check of a camera's photo of 12 megapixels in a browser with a quarter of this machine's speed, decoding included. */
export async function runPhotoCheck(): Promise<CheckTimes | undefined> {
  const browser = await openBrowser('Check of photos');
  if (!browser) return undefined;
  try {
    const drawing = await browser.newPage();
    const photo = await drawPhoto(drawing);
    await drawing.close();
    const { page } = await openPhonePage(await browser.newContext());
    await page.addScriptTag({ content: await checkScript() });
    await page.setContent('<input type="file" id="photo" />');
    await page.setInputFiles('#photo', { name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: photo });
    const times = await page.evaluate<number[]>(`(async () => {
      const blob = document.querySelector('#photo').files[0];
      const earlier = Array.from({ length: 20 }, (_, index) => index.toString(16).padStart(64, '5'));
      const times = [];
      for (let run = 0; run < ${RUNS}; run += 1) {
        const begin = performance.now();
        const checked = await photoCheck.checkKeptPhoto({ blob, name: 'sheet.jpg', turn: 0 }, earlier);
        times.push(performance.now() - begin);
        if (checked === null) throw new Error('the photo was not checked');
      }
      return times;
    })()`);
    return { photoBytes: photo.length, times: latency(times) };
  } finally {
    await browser.close();
  }
}
