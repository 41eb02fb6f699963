import { AppError } from '../errors.ts'
import type { Egress } from './client.ts'

/** The way out of a process that asks nobody outside. */
export const askNobody: Egress = async () => {
  throw new AppError('unavailable', 'this API asks nobody outside')
}
