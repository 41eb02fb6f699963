import { AppError } from '../../platform/errors.ts'

/** Synced bytes differ from those that were written. `what` follows the place in the message. */
export class Damaged extends AppError {
  constructor(file: string, at: number, what = '') {
    super('unavailable', `${file} is damaged at byte ${at}${what}. svc log check says what is lost with it`)
  }
}
