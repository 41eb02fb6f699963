import fs from 'node:fs'

/**
 * Writes a file atomically: afterwards it is the new or the previous one, complete, also after a power cut. `mode`
 * applies to a new file.
 */
export function writeWhole(file: string, text: string, mode = 0o600): void {
  fs.writeFileSync(`${file}.new`, text, { mode, flush: true })
  fs.renameSync(`${file}.new`, file)
}
