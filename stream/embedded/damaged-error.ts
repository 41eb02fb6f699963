import { AppError } from '../../platform/errors.ts'

/** Synced bytes differ from the bytes that were written. `what` is appended to the message, after the place. */
export class Damaged extends AppError {
  constructor(file: string, at: number, what = '') {
    super('unavailable', `${file} is damaged at byte ${at}${what}. svc log check says what is lost with it`)
  }
}
