import type { SubmissionDesk } from '@ec/contract/results/desk';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { keep, kept } from '../../lib/device/device-store.ts';
import { readUserId } from '../../lib/session/session-store.ts';
import type { Receipt } from '@ec/contract/results/schemas';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';
import { onWifi } from '../../lib/device/saves-data.ts';
import { photoOutbox } from './photo-outbox.ts';
import { createSheetOutbox } from './sheet-outbox.ts';

export interface Desk extends SubmissionDesk {
  /** When this device last heard it, where the server cannot be reached now. */
  rememberedFrom?: string;
}

const UNREACHED = new Set<string>(['NETWORK', 'TIMEOUT', 'UNREADABLE', 'UNAVAILABLE']);

/** The desk; without network the one this device heard last, so that the sheet can still be typed and photographed. */
async function loadDesk(userId: string, signal: AbortSignal): Promise<Desk> {
  try {
    const desk = await api.call('GET /results/desk', { signal });
    void keep(`desk:${userId}`, { ...desk, rememberedFrom: new Date().toISOString() });
    return desk;
  } catch (error) {
    const remembered =
      error instanceof ApiError && UNREACHED.has(error.code) ? await kept<Desk>(`desk:${userId}`) : null;
    if (remembered) return remembered;
    throw error;
  }
}

export const deskQuery = (userId: string) =>
  queryOptions({
    queryKey: ['results', 'desk', userId],
    queryFn: ({ signal }) => loadDesk(userId, signal),
    // While the server is out of reach the remembered desk stands; asking again brings the true one as soon as there is one.
    refetchInterval: ({ state }) => (state.data?.rememberedFrom ? 20_000 : 120_000),
    meta: { ownAge: true },
  });

interface Follow {
  receipt: Receipt;
  keepOriginal: boolean;
}

/** Sees to it that the photo of received figures arrives; of a copy the original is kept for a better network. */
async function followPhoto(
  userId: string,
  { sheet, original }: PreparedPhoto,
  { receipt, keepOriginal }: Follow,
): Promise<void> {
  if (receipt.photo === 'awaited') await photoOutbox.post(userId, sheet);
  if (original && keepOriginal) await photoOutbox.post(userId, original, onWifi() ? 'waiting' : 'held');
}

/** Everything this device has to send, or has sent and not yet been read. One for the tab, so it goes on on other pages. */
export const outbox = createSheetOutbox({
  person: readUserId,
  // Sheets that an earlier version of the console kept, and those of phones that could not hash their photo.
  upload: async ({ blob, name }, onProgress) => {
    const form = new FormData();
    form.append('file', blob, name);
    return (await api.upload('POST /files', form, onProgress)).id;
  },
  post: async ({ body, key, fileId, prepared, keepOriginal, userId }) => {
    const receipt = await api.call('POST /results', {
      body: { ...body, sheetFileId: fileId ?? body.sheetFileId },
      headers: { 'idempotency-key': key },
      timeoutMs: 30_000,
    });
    // A hotspot's sign-in page answers 200 too; only a receipt ends the sending.
    if (typeof receipt?.digest !== 'string') throw ApiError.client('UNREADABLE');
    if (prepared) await followPhoto(userId, prepared, { receipt, keepOriginal: keepOriginal ?? false });
    return receipt;
  },
});
