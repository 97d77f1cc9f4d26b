import { vi } from 'vitest';

/** Sends what an XMLHttpRequest sends through the stand-in for the server, with one step of progress on the way. */
class ServedRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  responseText = '';
  private url = '';
  private headers: Record<string, string> = {};

  open(_method: string, url: string) {
    this.url = url;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  abort() {
    this.dispatchEvent(new Event('abort'));
  }

  send(body: FormData) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 50, total: 100 }));
    fetch(this.url, { method: 'POST', headers: this.headers, body }).then(
      async (response) => {
        this.status = response.status;
        this.responseText = await response.text();
        this.dispatchEvent(new Event('load'));
      },
      () => this.dispatchEvent(new Event('error')),
    );
  }
}

/** Uploads go to the same handlers as all other calls, and local files have addresses. */
export function stubUploads(): void {
  vi.stubGlobal('XMLHttpRequest', ServedRequest);
  let made = 0;
  URL.createObjectURL = () => `blob:test/${++made}`;
  URL.revokeObjectURL = () => undefined;
}

const HEADS = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/gif': [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
} as const;

/** A file that begins as one of the type does. */
export function imageFile(type: keyof typeof HEADS = 'image/jpeg', bytes = 2000): File {
  const content = new Uint8Array(bytes);
  content.set(HEADS[type]);
  return new File([content], 'me', { type });
}

/** A file whose content cannot be read until `release` is called, as a large photo on a slow phone. */
export function heldFile(bytes = 3000): { file: File; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = <T extends Blob>(blob: T): T => {
    const [slice, read] = [blob.slice.bind(blob), blob.arrayBuffer.bind(blob)];
    blob.slice = (...range) => held(slice(...range));
    blob.arrayBuffer = async () => {
      await promise;
      return await read();
    };
    return blob;
  };
  return { file: held(imageFile('image/jpeg', bytes)), release: resolve };
}
