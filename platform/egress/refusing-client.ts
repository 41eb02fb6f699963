import { AppError } from '../errors.ts'
import type { Egress } from './client.ts'

/** The outbound client of a process that must not connect to the outside: refuses every request. */
export const askNobody: Egress = async () => {
  throw new AppError('unavailable', 'this API asks nobody outside')
}
