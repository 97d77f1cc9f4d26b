import * as z from 'zod/mini';
import { FileId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { StoredSheet } from '../files/schemas.ts';

const WithId = z.object({ id: FileId });

/** Uploads in parts by the tus protocol 1.0.0 (extensions creation and termination), which speaks in headers. */
export const UPLOAD_ENDPOINTS = {
  'POST /uploads': {
    summary: 'Begin to upload the photo of a sheet in parts (tus 1.0.0: Upload-Length, Upload-Metadata with sha256)',
    status: 201,
  },
  'HEAD /uploads/:id': { summary: 'How many bytes of the upload have arrived (tus 1.0.0)', params: WithId },
  'PATCH /uploads/:id': {
    summary: 'The next part of the upload, from Upload-Offset on (tus 1.0.0)',
    params: WithId,
    stream: true,
  },
  'DELETE /uploads/:id': { summary: 'Give the upload up (tus 1.0.0)', params: WithId },
  'POST /uploads/:id/finish': {
    summary: 'Check and store the photo that has arrived whole; it joins the results that declared it',
    params: WithId,
    answer: StoredSheet,
  },
} satisfies Endpoints;
