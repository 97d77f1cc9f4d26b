import { type Rendering, RENDERERS } from './renderers.ts';

/** What the thread for files does with each that it is given. */
export async function render({ format, document, imprint, settings }: Rendering): Promise<Uint8Array> {
  return await RENDERERS[format](document, imprint, settings);
}
