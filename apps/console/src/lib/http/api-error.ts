import type { EndedSession } from '@ec/contract/auth/session-ends';
import type { ErrorBody, FieldError } from '@ec/contract/base/error-body';
import type { ErrorCode } from '@ec/contract/base/errors';

/** Errors without an answer of the server, or with one that could not be read. */
const CLIENT_ERRORS = {
  NETWORK: 'Cannot connect to server. Check your network connection and try again.',
  TIMEOUT: 'Request timed out. Check your network connection and try again.',
  CANCELLED: 'The request was cancelled.',
  UNREADABLE: 'The server gave an answer that could not be read. Try again.',
} as const;

export type ClientErrorCode = keyof typeof CLIENT_ERRORS;
export type ApiErrorCode = ErrorCode | ClientErrorCode;

interface ApiErrorParts {
  code: ApiErrorCode;
  status: number;
  message: string;
  fields?: FieldError[] | undefined;
  details?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
}

/** The codes of calls that did not reach the server, or whose answer was not the server's. */
const UNREACHED = new Set<ApiErrorCode>(['NETWORK', 'TIMEOUT', 'UNREADABLE', 'UNAVAILABLE']);

/** Every failed call, with the code to switch on and the sentence to show. `status` is 0 where there was no answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: FieldError[];
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.code = parts.code;
    this.status = parts.status;
    this.fields = parts.fields ?? [];
    this.details = parts.details ?? {};
    this.requestId = parts.requestId;
  }

  /** True where the server was not reached: what this device remembers may serve meanwhile. */
  get unreached(): boolean {
    return UNREACHED.has(this.code);
  }

  /** True where the words are the server's. */
  get fromServer(): boolean {
    return !Object.hasOwn(CLIENT_ERRORS, this.code);
  }

  /** How long the server asks to wait before the same is sent again, in seconds; 0 where it says nothing. */
  get waitSeconds(): number {
    const { seconds } = this.details;
    return this.status === 429 && typeof seconds === 'number' ? seconds : 0;
  }

  /** How the session ended, if the server refuses the call for that reason. */
  get ended(): EndedSession | undefined {
    const { ended } = this.details;
    return this.code === 'SESSION_ENDED' ? (ended as EndedSession | undefined) : undefined;
  }

  static client(code: ClientErrorCode, status = 0): ApiError {
    return new ApiError({ code, status, message: CLIENT_ERRORS[code] });
  }

  static answered(status: number, body: Partial<ErrorBody>): ApiError {
    return new ApiError({
      // Not looked up in the table of errors, which would come with the sign-in page.
      code: typeof body.code === 'string' ? (body.code as ErrorCode) : 'UNREADABLE',
      status,
      message: body.error ?? CLIENT_ERRORS.UNREADABLE,
      fields: body.fields,
      details: body.details,
      requestId: body.requestId,
    });
  }
}

/** The sentence to show for anything that was thrown. */
export function errorMessage(error: unknown, fallback = 'Something went wrong. Try again.'): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}
