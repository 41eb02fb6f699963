import { AppError } from '../../platform/errors.ts'

/** For the folder of rules that a command names. */
export function unreadableFolder(dir: string): (error: unknown) => never {
  return (error) => {
    throw new AppError('bad_request', `${dir} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
