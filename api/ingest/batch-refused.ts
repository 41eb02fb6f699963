import { AppError, type ErrorCode } from '../../platform/errors.ts'

/** A batch of which nothing is taken, with what was wrong with its events. */
export class BatchRefused extends AppError {
  readonly judged: { readonly events: number; readonly rejected: number; readonly errors: readonly string[] }

  constructor(code: ErrorCode, detail: string, judged: BatchRefused['judged']) {
    super(code, detail)
    this.judged = judged
  }
}
