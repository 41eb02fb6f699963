import fs from 'node:fs'

/** A file that is whole or the one before it, also after a power cut. Its mode is that of a file that is made. */
export function writeWhole(file: string, text: string, mode = 0o600): void {
  fs.writeFileSync(`${file}.new`, text, { mode, flush: true })
  fs.renameSync(`${file}.new`, file)
}
