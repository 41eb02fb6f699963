import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { Judged } from './validate-batch.ts'

/** A batch of which no event was accepted, with the faults of its events. */
export class BatchRefused extends AppError {
  readonly judged: Pick<Judged, 'events' | 'rejected' | 'faults' | 'errors'>

  constructor(code: ErrorCode, detail: string, judged: BatchRefused['judged']) {
    super(code, detail)
    this.judged = judged
  }
}
