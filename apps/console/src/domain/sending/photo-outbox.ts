import type { StoredSheet } from '@ec/contract/files/schemas';
import { kept } from '../../lib/device/device-store.ts';
import { createOutbox } from '../../lib/device/outbox.ts';
import type { OutboxItem } from '../../lib/device/outbox-item.ts';
import type { DeclaredBlob } from '../../lib/device/prepare-photo.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { readUserId } from '../../lib/session/session-store.ts';

/** A photo on its way in parts; its key is its SHA-256, by which it joins the result that declared it. */
export type PhotoItem = OutboxItem;

const under = (person: string) => `photo:${person}/`;
const keptAs = (userId: string, sha256: string) => `${under(userId)}${sha256}`;

/** The figures that are being sent; photos wait for them. */
let figures: Promise<unknown> = Promise.resolve();
let underWay = new AbortController();

const { item, remove, sendNow, release, put, ...box } = createOutbox<PhotoItem, StoredSheet>({
  person: readUserId,
  storeKey: ({ userId, key }) => keptAs(userId, key),
  prefix: under,
  lane: ({ userId }) => `ec.photo.${userId}`,
  upload: async ({ blob }, onProgress, { key, userId }) => {
    const { uploadParts } = await import('../../lib/device/upload-parts.ts');
    await figures;
    // Another person may have signed in meanwhile.
    if (readUserId() !== userId) throw ApiError.client('CANCELLED');
    underWay = new AbortController();
    const { signal } = underWay;
    return await api.withSession((token) => uploadParts({ blob, sha256: key }, token, { onProgress, signal }));
  },
  post: async ({ fileId, key }) => {
    const stored = await api.call('POST /uploads/:id/finish', { params: { id: fileId ?? '' }, timeoutMs: 60_000 });
    const { forgetUpload } = await import('../../lib/device/upload-parts.ts');
    await forgetUpload(key);
    return stored;
  },
});

/** The photos of sheets on this phone: sent in parts from the moment they are attached, the original when it may go. */
export const photoOutbox = {
  ...box,
  item: (userId: string, sha256: string) => item(keptAs(userId, sha256)),
  /**
   * Stores a photo and sends it; `held` is stored and not sent yet. A photo that is being sent continues. Resolves with true if
   * this device did not hold the photo before.
   */
  post: async (
    userId: string,
    { blob, sha256 }: DeclaredBlob,
    state: 'waiting' | 'held' = 'waiting',
  ): Promise<boolean> => {
    const id = keptAs(userId, sha256);
    const known = item(id);
    if (known?.state === 'waiting' || (known?.state === 'held' && state === 'held')) return false;
    const isNew = !known && !(await kept(id));
    await put({
      userId,
      key: sha256,
      photo: { blob, name: 'sheet.jpg' },
      fileId: null,
      state,
      problem: null,
      madeAt: new Date().toISOString(),
      attempts: 0,
    });
    return isNew;
  },
  sendNow: (userId: string, sha256: string) => sendNow(keptAs(userId, sha256)),
  /**
   * Sends figures while no photo uses the network: an upload in progress is paused, and resumes after the part that the server
   * has.
   */
  after: async <T>(send: () => Promise<T>): Promise<T> => {
    const sent = send();
    figures = sent.catch(() => undefined);
    underWay.abort();
    try {
      return await sent;
    } finally {
      void box.sendAll();
    }
  },
  /** Sends an original that was held back. */
  release: (userId: string, sha256: string) => release(keptAs(userId, sha256)),
  /** The same for a photo that may be sent already, or may be on another phone. */
  releaseIfHeld: async (userId: string, sha256: string): Promise<void> => {
    await box.start(userId);
    if (item(keptAs(userId, sha256))?.state === 'held') await release(keptAs(userId, sha256));
  },
  /** Removes a photo that is no longer needed. */
  drop: (userId: string, sha256: string) => remove(keptAs(userId, sha256)),
};
