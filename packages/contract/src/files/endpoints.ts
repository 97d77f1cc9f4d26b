import * as z from 'zod/mini';
import { FileId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { FileVariant, Sha256Hex, StoredFile, StoredSheet } from './schemas.ts';

/** The device may say which SHA-256 the picture has; what arrives with another one is refused. */
export const SheetForm = z.strictObject({ sha256: z.optional(Sha256Hex) });
const stored = { form: SheetForm, answer: StoredFile, status: 201 };
const what = '(multipart, PNG or JPG, at most 10 MB)';

export const FILE_ENDPOINTS = {
  'POST /files': {
    summary: `Upload the photo of a sheet ${what}; it joins the results that declared it`,
    ...stored,
    answer: StoredSheet,
  },
  'POST /disputes/files': { summary: `Upload a picture for a dispute ${what}`, ...stored },
  'POST /approvals/files': { summary: `Upload a picture for an answer about an approval request ${what}`, ...stored },
  'POST /chat/files': { summary: `Upload a picture for a group chat ${what}`, ...stored },
  'POST /elections/logos': {
    summary:
      'Upload the logo of a party (multipart, PNG, JPG or SVG, at most 1 MB); the server draws it as a small PNG',
    ...stored,
  },
  'GET /files/:id': {
    summary:
      'A sheet, or a picture of a dispute, an approval request or a group chat: view (default), thumbnail, or the original byte for byte; the logo of a party as a PNG',
    params: z.object({ id: FileId }),
    query: z.object({ variant: z._default(FileVariant, 'view') }),
  },
} satisfies Endpoints;
