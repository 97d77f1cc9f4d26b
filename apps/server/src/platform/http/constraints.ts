import { AppError } from './errors.ts';

/** PostgreSQL's constraint names, and what their violation means to the person who caused it. */
const CONSTRAINTS: Record<string, () => AppError> = {
  // Services check first, name the holder and count what they disclose; these are for callers who lost a race repeatedly.
  users_phone_unique: () => new AppError('CONFLICT').atField('phone'),
  users_one_office: () => new AppError('CONFLICT').atField('role'),
  approval_requests_one_pending: () => new AppError('CONFLICT'),
  locations_code_unique: () => new AppError('LOCATION_EXISTS', { name: 'A location with this code' }),
  locations_pkey: () => new AppError('LOCATION_EXISTS', { name: 'A location with this code' }),
  results_one_per_unit: () => new AppError('CONFLICT'),
  result_versions_pkey: () => new AppError('CONFLICT'),
  result_versions_one_per_key: () => new AppError('IDEMPOTENCY_CONFLICT'),
  affected_units_one_per_unit: () => new AppError('UNIT_ALREADY_AFFECTED'),
  affected_unit_files_file: () => new AppError('ATTACHMENT_NOT_FOUND'),
  approval_entry_files_file: () => new AppError('ATTACHMENT_NOT_FOUND'),
  approval_entry_files_pkey: () => new AppError('ATTACHMENT_NOT_FOUND'),
  disputes_one_open: () => new AppError('CONFLICT'),
  // The followed election was deleted while one that follows it was stored; the other way around the service says it.
  elections_follows: () => new AppError('CONFLICT').atField('follows'),
  ballot_parties_logo: () => new AppError('ATTACHMENT_NOT_FOUND'),
  chat_messages_file: () => new AppError('ATTACHMENT_NOT_FOUND'),
  dispute_entries_file: () => new AppError('ATTACHMENT_NOT_FOUND'),
  // The arbiter of an audit's entry, which the rules of a decision do not look at.
  result_decisions_not_by_arbiter: () => new AppError('ARBITRATED'),
  review_audits_one_open: () => new AppError('REVIEW_AUDIT_OPEN'),
  review_audits_number: () => new AppError('REVIEW_AUDIT_OPEN'),
  result_versions_sheet: () => new AppError('SHEET_NOT_FOUND'),
};

/** Errors by which PostgreSQL or the network says that the database is away, starting, full, overloaded or takes no writes. */
const UNAVAILABLE = new Set([
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53200',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The application error that a database error stands for, or undefined where it is a bug. */
export function fromDatabaseError(error: unknown): AppError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
  const known = constraint !== undefined ? CONSTRAINTS[constraint] : undefined;
  if (known) return known();
  if (code === '40001' || code === '40P01') return new AppError('CONFLICT');
  const away =
    (code !== undefined && UNAVAILABLE.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(message ?? '');
  return away ? new AppError('UNAVAILABLE') : undefined;
}
