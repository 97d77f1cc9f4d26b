/** An upload that is not finished is removed after this time, and its owner is notified if a result waits for its photo. */
export const UPLOAD_KEPT_MS = 48 * 3_600_000;
/** Unfinished uploads that one person may have; one more takes the place of the oldest. */
export const OPEN_UPLOADS = 5;
/** The only field of the header Upload-Metadata: the SHA-256 that the whole file has, as 64 hexadecimal digits. */
export const UPLOAD_SHA256 = 'sha256';
/** The largest part; devices send smaller ones. */
export const MAX_PART_BYTES = 1024 * 1024;
/** Media type of a part, as tus says. */
export const PART_TYPE = 'application/offset+octet-stream';
