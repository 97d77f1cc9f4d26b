import type { FileId } from '@ec/contract/base/common';
import { askToPersist, forget, keep, kept } from '../../../lib/device/device-store.ts';
import type { KeptPhoto } from '../../../lib/device/drafts.ts';
import { api } from '../../../lib/http/api.ts';

/** The photo of one page of a form, kept on the device until the form is sent. */
export interface FormPage extends KeptPhoto {
  id: string;
}

/** What the server has already: a second attempt does not send a photo twice. */
const received = new WeakMap<Blob, FileId>();

/** Sends the photos that the server does not have yet and gives their ids in the order of the pages. */
export async function uploadPages(pages: readonly FormPage[], onProgress: (share: number) => void): Promise<FileId[]> {
  const ids: FileId[] = [];
  for (const [index, { blob, name }] of pages.entries()) {
    const form = new FormData();
    form.append('file', blob, name);
    const share = (sent: number) => onProgress((index + sent) / pages.length);
    const id = received.get(blob) ?? (await api.upload('POST /collations/files', form, share)).id;
    received.set(blob, id);
    ids.push(id);
  }
  return ids;
}

/** To be called where the server no longer has a photo: all are sent again with the next attempt. */
export function forgetUploads(pages: readonly FormPage[]): void {
  for (const { blob } of pages) received.delete(blob);
}

const slotOf = (slot: string) => `draft-pages:${slot}`;

export const loadPages = async (slot: string): Promise<FormPage[]> => (await kept<FormPage[]>(slotOf(slot))) ?? [];

export function savePages(slot: string, pages: readonly FormPage[]): void {
  askToPersist();
  void (pages.length > 0 ? keep(slotOf(slot), pages) : forget(slotOf(slot)));
}
