import { join } from 'node:path';
import type { ElectionId } from '@ec/contract/base/common';
import { ImportPublishedRequest, MAX_PUBLISHED_FILE, PublishedFileForm } from '@ec/contract/collations/published';
import type { FastifyRequest } from 'fastify';
import { type ReceivedFile, receiveFileForm } from '../../../platform/files/received-files.ts';
import { readAs } from '../../../platform/http/input/validation.ts';

export type ReceivedSheets = ReceivedFile & { electionId: ElectionId };

/** Keeps a sent file of published sheets until its lines are in the database. */
export async function receivePublished(request: FastifyRequest, dataDir: string): Promise<ReceivedSheets> {
  const folder = join(dataDir, 'published-imports');
  const file = { form: PublishedFileForm, maxBytes: MAX_PUBLISHED_FILE, folder, fallback: 'published.csv' };
  return await receiveFileForm(request, file, (fields) => readAs(ImportPublishedRequest, fields));
}
