import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectionId } from '@ec/contract/base/common';
import { ImportPublishedRequest, MAX_PUBLISHED_FILE, PublishedFileForm } from '@ec/contract/collations/published';
import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';
import type { FastifyRequest } from 'fastify';
import { fileNameOf, openFolder, receiveFile } from '../../../platform/files/received-files.ts';
import { readForm } from '../../../platform/http/input/form.ts';
import { readAs } from '../../../platform/http/input/validation.ts';
import { newId } from '../../../platform/runtime/ids.ts';

export interface ReceivedSheets {
  id: string;
  path: string;
  name: string;
  sha256: Buffer;
  electionId: ElectionId;
}

/** Keeps a sent file of published sheets until its lines are in the database. */
export async function receivePublished(request: FastifyRequest, dataDir: string): Promise<ReceivedSheets> {
  const folder = join(dataDir, 'published-imports');
  await openFolder(folder, IMPORT_KEPT_MS);
  const id = newId<string>();
  const path = join(folder, `${id}.csv`);
  try {
    const limits = { form: PublishedFileForm, maxBytes: MAX_PUBLISHED_FILE };
    const { file, fields } = await readForm(request, limits, async (part) => ({
      sha256: await receiveFile(part.file, path, MAX_PUBLISHED_FILE),
      name: fileNameOf(part.filename, 'published.csv'),
    }));
    return { id, path, ...file, ...readAs(ImportPublishedRequest, fields) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
