/**
 * The sample covers an hour and a half of May 2024. Its times are moved to end just before now, so that pages and
 * commands, which show the last hours by default, find something. Vendors' event ids change too, because the same id at
 * another time would be a duplicate.
 */
import fs from 'node:fs'
import path from 'node:path'

/** Behind the last event of the sample. */
export const SAMPLE_END_MS = Date.UTC(2024, 4, 14, 8, 26)

const FILE = 'sample.json'
/** Past it the sample is pushed as a new one: it would be out of the last day. */
const KEEP_MS = 12 * 3_600_000
const SECOND_MS = 1000

/**
 * Milliseconds by which the sample of a data folder is moved, in whole seconds. The value stays the same for half a
 * day, so that events pushed a second time are recognised as duplicates.
 */
export function sampleMove(dataDir: string, nowMs: number): number {
  const file = path.join(dataDir, FILE)
  const known = readMove(file)
  if (known !== null && nowMs - (SAMPLE_END_MS + known) < KEEP_MS) return known
  const move = Math.floor((nowMs - SAMPLE_END_MS) / SECOND_MS) * SECOND_MS
  fs.writeFileSync(file, `${JSON.stringify({ moved_ms: move })}\n`)
  return move
}

function readMove(file: string): number | null {
  if (!fs.existsSync(file)) return null
  const { moved_ms: move } = JSON.parse(fs.readFileSync(file, 'utf8')) as { moved_ms?: unknown }
  return typeof move === 'number' ? move : null
}

/** The three ways in which the files write a time. */
const TIMES = /2024-05-1\d[T ]\d{2}:\d{2}:\d{2}|\bMay 1\d \d{2}:\d{2}:\d{2}|\b17156\d{8}\b/g
/** Ids by which intake would take a moved event for the earlier one. */
const IDS = /(?<="uid":"idg-|"eventID":")(?=[0-9a-f])/g

/** The text of a file of the sample, with its times moved. */
export function movedSample(text: string, moveMs: number): string {
  const mark = (moveMs / SECOND_MS).toString(16)
  return text.replace(TIMES, (time) => moved(time, moveMs)).replace(IDS, `${mark}-`)
}

function moved(time: string, moveMs: number): string {
  if (/^\d+$/.test(time)) return String(Number(time) + moveMs)
  const at = new Date(msOf(time) + moveMs)
  const iso = at.toISOString()
  if (!time.startsWith('May')) return iso.slice(0, 10) + time.charAt(10) + iso.slice(11, 19)
  const month = at.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  return `${month} ${String(at.getUTCDate()).padStart(2)} ${iso.slice(11, 19)}`
}

function msOf(time: string): number {
  return time.startsWith('May') ? Date.parse(`2024 ${time} UTC`) : Date.parse(`${time.replace(' ', 'T')}Z`)
}
