import type { Receipt } from '@ec/contract/results/schemas';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';
import { onWifi } from '../../lib/device/when-idle.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { readUserId } from '../../lib/session/session-store.ts';
import { photoOutbox } from './photo-outbox.ts';
import { createSheetOutbox } from './sheet-outbox.ts';

interface Follow {
  receipt: Receipt;
  keepOriginal: boolean;
}

/** Sends the photo of received figures; if it is a copy, the original is kept for a better network. */
async function followPhoto(
  userId: string,
  { sheet, original }: PreparedPhoto,
  { receipt, keepOriginal }: Follow,
): Promise<void> {
  if (receipt.photo === 'awaited') await photoOutbox.post(userId, sheet);
  if (original && keepOriginal) await photoOutbox.post(userId, original, onWifi() ? 'waiting' : 'held');
}

/** All sheets to send, and sent ones whose receipt is unread. One per tab, so sending continues on other pages. */
export const outbox = createSheetOutbox({
  person: readUserId,
  // Sheets that an earlier version of the console kept, and those of phones that could not hash their photo.
  upload: async ({ blob, name }, onProgress) => {
    const form = new FormData();
    form.append('file', blob, name);
    return (await api.upload('POST /files', form, onProgress)).id;
  },
  post: async ({ body, key, fileId, prepared, keepOriginal, userId }) => {
    const receipt = await photoOutbox.after(() =>
      api.call('POST /results', {
        body: { ...body, sheetFileId: fileId ?? body.sheetFileId },
        headers: { 'idempotency-key': key },
        timeoutMs: 30_000,
      }),
    );
    // A hotspot's sign-in page answers 200 too; only a receipt ends the sending.
    if (typeof receipt?.digest !== 'string') throw ApiError.client('UNREADABLE');
    if (prepared) await followPhoto(userId, prepared, { receipt, keepOriginal: keepOriginal ?? false });
    return receipt;
  },
});
