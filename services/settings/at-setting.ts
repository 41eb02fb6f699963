import { AppError } from '../../platform/errors.ts'
import { failureText } from '../process/failure-text.ts'

/**
 * What a server does not do, by the setting that says which server; null where we started it ourselves. A mistake of ours
 * stays what it is. Throws `unavailable`.
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
