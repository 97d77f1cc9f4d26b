import { inDigits } from '@ec/contract/base/wording';
import { useState } from 'react';
import type { Problems } from './form-problems.ts';
import { type Request, useServerForm } from './use-server-form.ts';
import { ApiError } from '../../lib/http/api-error.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const sizeText = (bytes: number) =>
  bytes < MEGABYTE ? `${Math.floor(bytes / KILOBYTE)} KB` : `${inDigits(Math.floor((bytes / MEGABYTE) * 10) / 10)} MB`;
const OTHER_KIND = /\.(xlsx?|ods|numbers|docx?|pdf|zip)$/i;

interface ImportFormOptions<V, Body, Answer> {
  /** Begins the ids of the fields. */
  id: string;
  /** The values beside the file. */
  start: V;
  maxBytes: number;
  /** What helps where the file is too large. */
  tooLarge?: string;
  /** What is wrong with the values beside the file. */
  check?: (values: V) => Problems;
  /** What is sent; null where it cannot be. */
  body: (values: V, file: File, onProgress: (share: number) => void) => Body | null;
  request: Request<Body, Answer>;
  failed: string;
  onStarted: (answer: Answer) => void;
}

/** A form that sends a CSV file to be imported. The file stays chosen until the server has taken it. */
export function useImportForm<V extends object, Body, Answer>(options: ImportFormOptions<V, Body, Answer>) {
  const { id, start, maxBytes, tooLarge = '', body, request, failed, onStarted } = options;
  const [sent, setSent] = useState(0);
  const problemOf = (file: File): string | undefined => {
    if (OTHER_KIND.test(file.name)) {
      return 'This is not a CSV file. In your spreadsheet choose "Save as", CSV (UTF-8), and choose that file.';
    }
    return file.size > maxBytes ? `The file is larger than ${sizeText(maxBytes)}. ${tooLarge}`.trim() : undefined;
  };
  const form = useServerForm({
    id,
    start: { ...start, file: null as File | null },
    check: (values) => ({
      ...options.check?.(values),
      file: values.file ? problemOf(values.file) : 'Choose a CSV file',
    }),
    body: (values) => values.file && body(values, values.file, setSent),
    request,
    failed,
    onDone: onStarted,
    onRefused: () => setSent(0),
  });
  const { file } = form.values;
  return {
    form,
    /** Props of the field of the file. */
    drop: {
      id: form.fieldId('file'),
      file,
      onFile: (next: File) => form.set({ file: next } as Partial<V & { file: File | null }>),
      sent: form.busy ? sent : null,
      error: form.errors['file'] ?? (file ? problemOf(file) : undefined),
    },
  };
}

const refused = (message: string) => new ApiError({ code: 'VALIDATION_FAILED', status: 400, message });

/** The text of a chosen CSV file. Throws, with a sentence to show, where it is empty or not text in UTF-8, such as a picture or a spreadsheet. */
export async function csvText(file: File): Promise<string> {
  const text = await file.text();
  if (text.trim() === '') throw refused('The file is empty. Choose one that has lines.');
  if (text.includes('\0') || text.includes('\uFFFD')) {
    throw refused(
      'This is not a CSV file in UTF-8. In your spreadsheet choose "Save as", CSV (UTF-8), and choose that file.',
    );
  }
  return text;
}
