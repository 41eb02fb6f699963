/**
 * Records outside of a log's folder how far the log went. A log that was removed, or restored from an older copy, ends
 * before that point: acknowledged records are missing, and records of other logs would be processed again.
 *
 * bound   written when the log is opened and closed, and once a second in between
 */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { readTail, type Tail, TailWriter, tailFile } from './tail.ts'

const NOTE_MS = 1_000

export class KnownEnd {
  readonly #file: string
  #writer: TailWriter | null = null
  #notedAt = Number.NEGATIVE_INFINITY

  constructor(file: string) {
    this.#file = file
  }

  /**
   * End up to which the log in `folder` is known to be acknowledged: from its tail file, or from the record here when a
   * power cut left the tail file unreadable.
   */
  durable(folder: string): Tail | null {
    return readTail(tailFile(folder)) ?? readTail(this.#file)
  }

  /** Throws `unavailable` when the log in `folder` was once longer than `end`. */
  refuseBefore(end: Tail, folder: string): void {
    const known = readTail(this.#file)
    const isThere = !known || end.segment > known.segment || (end.segment === known.segment && end.bytes >= known.bytes)
    if (isThere) return
    const [logs, marks] = [path.dirname(folder), path.dirname(this.#file)]
    throw new AppError(
      'unavailable',
      `${folder} was removed or is an older copy: it ends in segment ${end.segment} at byte ${end.bytes}, and was at segment ${known.segment} byte ${known.bytes}. Put back what was there. Or remove all of ${logs} and ${marks} to go on without it: what was acknowledged and is not stored yet is lost then`,
    )
  }

  /** Records that the log is durable up to `end`, at most once a second. */
  note(end: Tail, nowMs = performance.now()): void {
    if (nowMs - this.#notedAt < NOTE_MS) return
    this.#writer ??= this.#open()
    this.#writer.write(end)
    this.#notedAt = nowMs
  }

  /** Records the end of a log that is being closed. */
  close(end: Tail): void {
    this.note(end, Number.POSITIVE_INFINITY)
    this.#writer?.close()
  }

  #open(): TailWriter {
    fs.mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    return new TailWriter(this.#file)
  }
}
