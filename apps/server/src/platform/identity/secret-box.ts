import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const FORM = 's1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const SECRET_KEY_BYTES = 32;

/** Encrypts values that must be read again and so cannot be hashed, against readers of the database or a backup. */
export interface SecretBox {
  /** Encrypts the text, bound to `about`: moved to another row it does not decrypt. */
  seal(text: string, about: string): string;
  /** The decrypted text; undefined if it was not encrypted here, is bound to something else, was changed, or its key is missing. */
  open(sealed: string, about: string): string | undefined;
  /** The prefix of all text encrypted with the current key. */
  prefix: string;
  /** Whether the text is encrypted with the current key. */
  isCurrent(sealed: string): boolean;
}

const idOf = (key: Buffer) => createHash('sha256').update('secret key').update(key).digest('hex').slice(0, 8);

/** AES-256-GCM with the first key; the other keys only decrypt. Throws for a key that is not 32 bytes. */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const [current] = keys;
  if (!current || keys.some((key) => key.length !== SECRET_KEY_BYTES)) throw new Error('a secret key has 32 bytes');
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const prefix = `${FORM}.${idOf(current)}.`;
  return {
    prefix,
    seal(text, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, iv, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(about),
      );
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
    },
    open(sealed, about) {
      const [form, id = '', packed = ''] = sealed.split('.');
      const key = byId.get(id);
      const bytes = Buffer.from(packed, 'base64url');
      if (form !== FORM || !key || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const content = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([content, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    isCurrent: (sealed) => sealed.startsWith(prefix),
  };
}
