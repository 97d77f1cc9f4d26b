import * as z from 'zod/mini';
import { FileId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { FileVariant, StoredFile } from './schemas.ts';

/** A picture is sent without further fields. */
export const SheetForm = z.strictObject({});
const stored = { form: SheetForm, answer: StoredFile, status: 201 };
const what = '(multipart, PNG or JPG, at most 10 MB)';

export const FILE_ENDPOINTS = {
  'POST /files': { summary: `Upload the photo of a sheet ${what}`, ...stored },
  'POST /disputes/files': { summary: `Upload a picture for a dispute ${what}`, ...stored },
  'POST /chat/files': { summary: `Upload a picture for a group chat ${what}`, ...stored },
  'GET /files/:id': {
    summary:
      'A sheet, or a picture of a dispute or a group chat: view (default), thumbnail, or the original byte for byte',
    params: z.object({ id: FileId }),
    query: z.object({ variant: z._default(FileVariant, 'view') }),
  },
} satisfies Endpoints;
