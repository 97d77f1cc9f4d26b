import path from 'node:path';
import { createBucketStore } from './bucket-store.ts';
import type { Config } from '../runtime/config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';

/** The configured store: a bucket, or else a folder of the data directory. */
export function createFileStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore {
  return bucket ? createBucketStore(bucket) : createFolderStore(path.resolve(dataDir, 'files'));
}
