/** Why a backup cannot be made, trusted or restored, as a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Called from time to time with the progress. */
export type Progress = (text: string) => void;
