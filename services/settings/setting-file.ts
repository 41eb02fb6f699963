import fs from 'node:fs'
import { AppError } from '../../platform/errors.ts'

/** The content of the file that a setting names. Throws `bad_config` with the setting. */
export function settingFile(setting: string, file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch (cause) {
    throw new AppError('bad_config', `${setting}: ${file} cannot be read`, { cause })
  }
}
