/**
 * Removes the oldest segments that every group has processed from a log, but keeps the newest `keepBytes` for a replay.
 */
import fs from 'node:fs'
import type { LogName } from '../../schemas/topics.ts'
import type { EmbeddedDriver } from './driver.ts'
import { logOf } from './driver.ts'
import { listSegments, removeSegment, segmentFile } from './files.ts'
import { startOf } from './log-view.ts'

/** The groups that must have passed a record before it may be removed. */
export type Consumers = readonly { readonly topic: string; readonly group: string }[]

export async function prune(
  driver: EmbeddedDriver,
  log: LogName,
  consumers: Consumers,
  keepBytes: number,
): Promise<number> {
  const folder = driver.folder(log)
  const keepFrom = firstKept(folder, keepBytes)
  let removable = -1
  for (const segment of listSegments(folder)) {
    if (segment >= keepFrom) break
    const next = await startOf(folder, segment + 1)
    const ofLog = consumers.filter(({ topic }) => logOf(topic) === log)
    if (!next || !(await arePassed(driver, next.ends, ofLog))) break
    removable = segment
  }
  if (removable >= 0) await remove(driver, log, removable + 1)
  return removable + 1
}

/**
 * Logs with followers outside of any group. A slow follower may be inside a segment, so their segments are removed and
 * not reused.
 */
const FOLLOWED: ReadonlySet<LogName> = new Set(['alerts'])

async function remove(driver: EmbeddedDriver, log: LogName, below: number): Promise<void> {
  if (!FOLLOWED.has(log)) return driver.writer(log).removeBelow(below)
  const folder = driver.folder(log)
  for (const segment of listSegments(folder)) if (segment < below) removeSegment(folder, segment)
}

async function arePassed(
  driver: EmbeddedDriver,
  ends: ReadonlyMap<string, number>,
  consumers: Consumers,
): Promise<boolean> {
  for (const { topic, group } of consumers) {
    for (let partition = 0; partition < driver.partitions(topic); partition++) {
      const end = ends.get(`${topic}/${partition}`) ?? 0
      if ((await driver.groupPosition(group, { topic, partition })) < end) return false
    }
  }
  return true
}

/** The oldest of the newest segments that together hold `keepBytes`; at least the one being written is kept. */
function firstKept(folder: string, keepBytes: number): number {
  let bytes = 0
  let first = Number.POSITIVE_INFINITY
  for (const segment of listSegments(folder).reverse()) {
    if (first !== Number.POSITIVE_INFINITY && bytes >= keepBytes) break
    first = segment
    bytes += fs.statSync(segmentFile(folder, segment)).size
  }
  return first
}

/** Bytes in the segments of a log that are in use. */
export function logBytes(folder: string): number {
  return listSegments(folder).reduce((sum, segment) => sum + sizeIfThere(segmentFile(folder, segment)), 0)
}

/** Returns no size for a segment that was retired after it was listed. */
function sizeIfThere(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
