import { AppError } from '../../platform/errors.ts'
import { failureText } from '../process/failure-text.ts'

/**
 * Names the setting of the server that failed; `setting` is null where we started it ourselves. A bug of ours is thrown
 * as it is. Throws `unavailable`.
 */
export async function atSetting<T>(setting: string | null, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const text = failureText(cause)
    if (setting === null || text === null) throw cause
    throw new AppError('unavailable', `${setting}: ${text}`, { cause })
  }
}
