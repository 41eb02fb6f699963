import { AppError } from '../../platform/errors.ts'

/** Returns a handler that throws `bad_request` because the folder of rules named by a command cannot be read. */
export function unreadableFolder(dir: string): (error: unknown) => never {
  return (error) => {
    throw new AppError('bad_request', `${dir} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
