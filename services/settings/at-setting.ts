import { AppError } from '../../platform/errors.ts'
import { failureText } from '../process/failure-text.ts'

/**
 * Adds the name of the setting to an error of the server that it names; `setting` is null for a server that svc started
 * itself. A bug is rethrown unchanged. Throws `unavailable`.
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
