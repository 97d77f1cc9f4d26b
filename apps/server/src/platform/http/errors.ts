import type { ErrorBody, FieldError } from '@ec/contract/base/error-body';
import { ERRORS, type ErrorCode, type ErrorDetails, errorText } from '@ec/contract/base/errors';

type NoDetails = Record<string, never>;
type Optional<D> = Partial<D> extends D ? [details?: D] : [details: D];
type DetailArguments<C extends ErrorCode> = ErrorDetails<C> extends NoDetails ? [] : Optional<ErrorDetails<C>>;

/** The one error of the application: a code of the contract's table, with the details that the code's row requires. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: Record<string, unknown>;
  readonly fields: FieldError[];

  constructor(code: C, ...[details]: DetailArguments<C>) {
    super(errorText(code, details ?? {}));
    this.name = 'AppError';
    this.code = code;
    this.details = details ?? {};
    this.fields = [];
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** Marks the fields that the user must check. */
  at(...fields: FieldError[]): this {
    this.fields.push(...fields);
    return this;
  }

  /** Marks one field, with the error's own sentence. */
  atField(path: string): this {
    return this.at({ path, message: this.message });
  }

  toBody(requestId: string): ErrorBody {
    return {
      success: false,
      error: this.message,
      code: this.code,
      ...(Object.keys(this.details).length > 0 && { details: this.details }),
      ...(this.fields.length > 0 && { fields: this.fields }),
      requestId,
    };
  }
}
