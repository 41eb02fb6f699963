import { AppError } from '../../platform/errors.ts'

/** Returns a handler that throws `bad_request` because the rules named by a command cannot be read. */
export function unreadableFolder(path: string): (error: unknown) => never {
  return (error) => {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new AppError('bad_request', `${path} cannot be read: there is no such file or folder`)
    throw new AppError('bad_request', `${path} cannot be read: ${message}`, { cause: error })
  }
}
