/**
 * A counter in a file that is overwritten in place: this needs no disk space, and after a crash the file has the old or
 * the new number.
 */
import fs from 'node:fs'
import path from 'node:path'
import { syncFolder } from '../../stream/embedded/files.ts'

const DIGITS = 15

/** 0 when the file does not exist. */
export function countIn(file: string): number {
  if (!fs.existsSync(file)) return 0
  return Number(/^\d{15}$/.exec(fs.readFileSync(file, 'latin1'))?.[0] ?? 0)
}

/** Fsynced when it returns. */
export function writeCount(file: string, count: number): void {
  const isNew = !fs.existsSync(file)
  const fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
  try {
    fs.writeSync(fd, String(count).padStart(DIGITS, '0'), 0)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
  if (isNew) syncFolder(path.dirname(file))
}
