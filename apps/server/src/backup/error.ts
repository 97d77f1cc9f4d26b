/** Why a backup cannot be made, trusted or restored: a sentence for the person at the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Told from time to time how far the work has come. */
export type Progress = (text: string) => void;
