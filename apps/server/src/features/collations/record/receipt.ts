import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { CollationSource, EnterCollationRequest } from '@ec/contract/collations/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { sha256 } from '../../../platform/runtime/ids.ts';
import type { FormPlace } from '../rules.ts';

const LETTERS = { agent: 'A', portal: 'P', announced: 'N' } as const;

/** The figures of a row or of the stated totals; votes in the order of the ballot. */
export interface SignedFigures {
  registered: number | null;
  accredited: number | null;
  votes: readonly (number | null)[];
  valid: number | null;
  rejected: number | null;
  total: number | null;
}

/** The content of a form's digest: everything that is stored of one version as it was sent. */
export interface FormContent extends FormPlace {
  electionId: ElectionId;
  formCode: string;
  source: CollationSource;
  version: number;
  parties: readonly string[];
  rows: readonly (SignedFigures & { childId: LocationId })[];
  stated: SignedFigures;
  /** The SHA-256 of each page that came with it. */
  photos: readonly { sha256: Buffer }[];
  submittedBy: UserId;
  submittedAt: Date;
}

/** The code of the form's area: of a constituency its id. */
const areaCodeOf = ({ level, areaId, constituencyId }: FormPlace): string =>
  constituencyId !== null && (level === 'state' || level === 'declaration') ? constituencyId : codeOf(areaId);

const figuresOf = ({ registered, accredited, votes, valid, rejected, total }: SignedFigures) => [
  registered,
  accredited,
  votes,
  valid,
  rejected,
  total,
];

/** SHA-256 over the stored values as one JSON array without blanks, in this order (docs/receipts.md). */
export function formDigest(made: FormContent): Buffer {
  return sha256(
    JSON.stringify([
      made.electionId,
      made.formCode,
      areaCodeOf(made),
      made.constituencyId,
      made.source,
      made.version,
      made.parties,
      made.rows.map((row) => [row.childId, ...figuresOf(row)]),
      figuresOf(made.stated),
      made.photos.map((photo) => photo.sha256.toString('hex')),
      made.submittedBy,
      made.submittedAt.toISOString(),
    ]),
  );
}

type Numbered = FormPlace & Pick<FormContent, 'formCode' | 'source' | 'version'>;

/** The number that is read out on the phone: area, form, source and version, start of the digest. */
export const formNumber = (made: Numbered, digest: Buffer): string =>
  `${areaCodeOf(made)}-${made.formCode}-${LETTERS[made.source]}${made.version}-${digest.toString('hex').slice(0, 6).toUpperCase()}`;

/** Whether number and digest of a version are those of its content. Its form's code is the one in the number: the form has that of its newest version. */
export function fitsReceipt(made: Omit<FormContent, 'formCode'>, submissionId: string, digest: Buffer): boolean {
  const formCode = /-([^-]+)-[APN]\d+-[0-9A-F]{6}$/.exec(submissionId)?.[1] ?? '';
  const again = formDigest({ ...made, formCode });
  return again.equals(digest) && formNumber({ ...made, formCode }, again) === submissionId;
}

/**
 * Hashes what was sent in one form: the order of parties does not matter, that of rows and pages does. Pages are named by their SHA-256, since a
 * device that repeats an entry may have sent its photos again.
 */
export function hashRequest(request: EnterCollationRequest, digests: ReadonlyMap<FileId, Buffer>): Buffer {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .filter(([, item]) => item !== undefined && item !== null)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]);
  };
  const sheetFileIds = request.sheetFileIds.map((id) => digests.get(id)?.toString('hex') ?? id);
  return sha256(JSON.stringify(sorted({ ...request, sheetFileIds })));
}
