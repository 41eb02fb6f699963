import { AppError } from '../../../platform/errors.ts'

/** What was synced is not as it was written. `what` follows the place. */
export class Damaged extends AppError {
  constructor(file: string, at: number, what = '') {
    super('unavailable', `${file} is damaged at byte ${at}${what}. svc log check says what is lost with it`)
  }
}
