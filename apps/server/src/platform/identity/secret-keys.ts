import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { newId } from '../runtime/ids.ts';
import { SECRET_KEY_BYTES } from './secret-box.ts';

const FILE = 'secret.key';

/** The file of the key, used if SECRET_KEYS is not set. */
export const keyFileOf = (dataDir: string): string => path.join(dataDir, FILE);

const KEY = /^[\da-f]{64}$/i;

/** SECRET_KEYS: keys of 32 bytes in hexadecimal, separated by commas; the first encrypts, all decrypt. */
export const secretKeysVariable = z.optional(
  z.pipe(
    z.string().check(
      z.refine((text) => text.split(',').every((key) => KEY.test(key.trim())), {
        error: 'must be keys of 64 hexadecimal digits each, parted by commas, like those of: openssl rand -hex 32',
      }),
    ),
    z.transform((text) => text.split(',').map((key) => key.trim())),
  ),
);

/** Reads the key file of the data folder, or creates it; of two servers that start at once, one creates it. */
function keptKey(dataDir: string): string {
  const file = keyFileOf(dataDir);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const draft = `${file}.${newId<string>()}`;
  writeFileSync(draft, `${randomBytes(SECRET_KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

/** The encryption keys: those of the environment, else that of the data folder, created at the first start. Throws if the file holds no valid key. */
export function loadSecretKeys(config: { dataDir: string; secretKeys?: readonly string[] | undefined }): Buffer[] {
  const { dataDir, secretKeys = [keptKey(dataDir)] } = config;
  return secretKeys.map((key) => {
    if (!KEY.test(key)) throw new Error(`${keyFileOf(dataDir)} holds no key of 64 hexadecimal digits`);
    return Buffer.from(key, 'hex');
  });
}
