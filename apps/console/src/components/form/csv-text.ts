import { ApiError } from '../../lib/http/api-error.ts';

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
