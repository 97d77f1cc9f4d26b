import { type Rendering, RENDERERS } from './renderers.ts';

/** The worker thread's entry point: renders one file. */
export async function render({ format, document, imprint, settings }: Rendering): Promise<Uint8Array> {
  return await RENDERERS[format](document, imprint, settings);
}
