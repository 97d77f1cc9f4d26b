import path from 'node:path';
import type { Config } from './config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';

/** The store that the configuration names: a folder of the data directory where it names none. */
export function createFileStore({ dataDir }: Pick<Config, 'dataDir'>): FileStore {
  return createFolderStore(path.resolve(dataDir, 'files'));
}
