/**
 * The journal of requests as files: a line a note, so that what a killed process had under way is known to the next one.
 * It is written, not synced: a power cut takes the newest notes, and the window of a request stands in for them.
 *
 * bound   two files of `FILE_BYTES_MAX`; a note costs about a hundred bytes
 * loses   past the bound the notes of the older file, before their window is over
 */
import fs from 'node:fs'
import path from 'node:path'
import { RESEND_WINDOW_MS, type RequestJournal, type RequestNote } from '../../ingest/http/request-memory.ts'
import type { Log } from '../../platform/log.ts'
import { makeFolder } from '../../platform/make-folder.ts'

const FILE_BYTES_MAX = 32 * 1024 * 1024
const KINDS = { o: 'opened', a: 'answered' } as const
const NOTE = /^([oa]) (\d+) (\S+) ([0-9a-f]{1,16}) (\S+) (\S+)$/
const NONE = '-'

/** `bytesMax` of a file; default `FILE_BYTES_MAX`. */
export function openRequestJournal(
  dir: string,
  log: Log,
  bytesMax = FILE_BYTES_MAX,
): RequestJournal & { close(): void } {
  makeFolder(dir)
  const file = path.join(dir, 'requests')
  const older = `${file}.older`
  let fd = fs.openSync(file, 'a')
  let size = fs.fstatSync(fd).size
  /** Window of the newest note; null before the first one of this process. */
  let window: number | null = null
  /** Begins with a line break after a note that a kill cut short. */
  let waiting = size > 0 ? '\n' : ''
  let isScheduled = false
  let isFailing = false

  const turn = (ms: number) => {
    const now = Math.floor(ms / RESEND_WINDOW_MS)
    const isOver = window !== null && now > window
    if (window === null || isOver) window = now
    if (!isOver && size < bytesMax) return
    fs.renameSync(file, older)
    const next = fs.openSync(file, 'w')
    fs.closeSync(fd)
    fd = next
    size = 0
  }
  const flush = (ms: number) => {
    isScheduled = false
    const text = waiting
    waiting = ''
    if (text === '') return
    try {
      turn(ms)
      size += fs.writeSync(fd, text)
      isFailing = false
    } catch (err) {
      if (!isFailing)
        log.warn({ err, dir }, 'cannot write the journal of requests; a resend after a restart may be stored twice')
      isFailing = true
    }
  }
  return {
    *read() {
      yield* notesIn(older)
      yield* notesIn(file)
    },
    write(note) {
      waiting += lineOf(note)
      // An answer may be noted a moment later; a copy is noted before its events can be stored.
      if (note.kind === 'opened') return flush(note.ms)
      if (isScheduled) return
      isScheduled = true
      setImmediate(() => flush(note.ms))
    },
    close() {
      flush((window ?? 0) * RESEND_WINDOW_MS)
      fs.closeSync(fd)
    },
  }
}

function lineOf({ kind, ms, tenant, request, requestKey, earlierKey }: RequestNote): string {
  return `${kind[0]} ${ms} ${tenant} ${request} ${requestKey} ${earlierKey || NONE}\n`
}

/** A line that a kill or a full disk cut is no note. */
function* notesIn(file: string): Generator<RequestNote> {
  if (!fs.existsSync(file)) return
  for (const line of fs.readFileSync(file, 'latin1').split('\n')) {
    const [, kind, ms, tenant = '', request = '', requestKey = '', earlierKey = ''] = NOTE.exec(line) ?? []
    if (kind !== 'o' && kind !== 'a') continue
    const keys = { requestKey, earlierKey: earlierKey === NONE ? '' : earlierKey }
    yield { kind: KINDS[kind], ms: Number(ms), tenant, request, ...keys }
  }
}
