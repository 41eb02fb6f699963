/**
 * `svc log check` and `svc log skip`: they find damage of the disk in the embedded log, and skip it where no whole copy
 * of the data folder exists. The instance must not run meanwhile, and only this command ever skips anything.
 */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { type LogName, TOPICS } from '../../schemas/topics.ts'
import { checkLog } from '../../stream/embedded/damage.ts'
import { COPIES, EmbeddedDriver } from '../../stream/embedded/driver.ts'
import type { Damage, FoundRecord } from '../../stream/embedded/found-damage.ts'
import { KnownEnd } from '../../stream/embedded/known-end.ts'
import { mendedFrames, putFrames } from '../../stream/embedded/repair-frames.ts'
import { config } from '../config.ts'
import { KNOWN_DIR } from '../process/known-dir.ts'
import { CONSUMERS, logDir } from '../stream/backbone.ts'
import { embeddedCounts } from '../stream/embedded-counts.ts'
import { batchesIn, lostBatch } from '../stream/lost-batch.ts'
import { takeDataDir } from '../supervisor/data-dir.ts'

const LOGS = ['pipeline', 'ingest', 'control', 'alerts'] as const satisfies readonly LogName[]
/** Folder of the data folder that keeps the skipped bytes. */
const KEPT = 'damaged'

/** Reads only. Status 1 when something is damaged. */
export function runLogCheck(): Promise<void> {
  return eachDamage(() => undefined)
}

/** Status 1 when something damaged cannot be skipped. */
export function runLogSkip(): Promise<void> {
  return eachDamage((damage, name, dir) => {
    const kept = path.join(dir, KEPT, `${name}-${damage.segment}-${damage.at}`)
    makeFolder(path.dirname(kept), 0o700)
    fs.writeFileSync(kept, damage.bytes, { mode: 0o600, flush: true })
    putFrames(damage, mendedFrames(damage, insteadOf))
    return kept
  })
}

/** Throws `data_dir_in_use` while the instance runs, `not_found` when there is no log. */
async function eachDamage(skip: (damage: Damage, name: LogName, dir: string) => string | undefined): Promise<void> {
  const dir = path.resolve(config().dataDir)
  const logs = logDir({ ...config(), dataDir: dir })
  if (!fs.existsSync(logs)) throw new AppError('not_found', `there is no log in ${dir}`)
  const release = await takeDataDir(dir, openLog('log', 'warn'))
  const driver = await EmbeddedDriver.open({
    dir: logs,
    writes: [],
    partitions: embeddedCounts(logs, config().partitions, false),
  })
  try {
    for (const name of LOGS) {
      const known = new KnownEnd(path.join(dir, KNOWN_DIR, name))
      const { damages, gaps, segments, bytes } = await checkLog(driver.folder(name), known, async (damage) => {
        const { lines, isSkippable } = await describeDamage(driver, name, damage)
        console.log([`${damage.file} is damaged at byte ${damage.at}`, ...lines].join('\n  '))
        const kept = isSkippable ? skip(damage, name, dir) : undefined
        if (kept === undefined) process.exitCode = 1
        else console.log(`  skipped; the damaged bytes are kept in ${kept}`)
      })
      for (const { key, from, to } of gaps) console.log(`${name}: ${key} lacks records ${from} to ${to - 1}`)
      console.log(`${name}: ${segments} segments, ${bytes} bytes, ${damages} damaged places`)
    }
  } finally {
    await driver.close()
    release()
  }
}

type DamageText = { readonly lines: readonly string[]; readonly isSkippable: boolean }

async function describeDamage(driver: EmbeddedDriver, name: LogName, damage: Damage): Promise<DamageText> {
  const keeps = (...lines: string[]) => ({ lines, isSkippable: false })
  if (COPIES.has(name)) return keeps(`remove ${driver.folder(name)}: it is rebuilt from Postgres`)
  const back = `restore a backup of the data folder, or remove log and known in it; acknowledged events that are not stored yet are then lost`
  if (damage.isBeginning && !damage.records?.every(({ isWhole }) => isWhole))
    return keeps(`the header of a segment, which cannot be read without it: ${back}`)
  if (damage.records === null && name === 'pipeline')
    return keeps(`the stage state and records that were stored here are unknown: ${back}`)
  if (damage.records === null) return { lines: unknownLines(damage), isSkippable: true }
  const lost = damage.records.filter(({ isWhole }) => !isWhole)
  const state = lost.filter(({ entry }) => entry.topic.startsWith('__'))
  if (state.length > 0)
    return keeps(...state.map(({ entry }) => `state of the stages, ${entry.key}`), `it cannot be replaced: ${back}`)
  if (lost.length === 0) return { lines: ['only its sequence number is damaged'], isSkippable: true }
  return { lines: await Promise.all(lost.map((record) => recordLine(driver, record))), isSkippable: true }
}

/** Guesses the batch from the bytes; no checksum confirms it. */
function unknownLines({ frames, bytes }: Damage): string[] {
  const found = batchesIn(bytes).map((batch) => {
    const { tenantId, connectorId, events, requestId } = batch
    return `probably ${events} events of ${tenantId} ${JSON.stringify(connectorId)}, request ${JSON.stringify(requestId)}`
  })
  return [`${frames} frames of ${bytes.length} bytes are lost and cannot be counted in the ledger`, ...found]
}

async function recordLine(driver: EmbeddedDriver, { entry, value }: FoundRecord): Promise<string> {
  const { topic, partition, offset, key } = entry
  const which = `record ${offset} of ${topic}/${partition}`
  const waiting = await waitingFor(driver, entry)
  if (waiting.length === 0) return `${which}: every consumer has read it, nothing is lost`
  const by = `not read by ${waiting.join(' and ')}`
  if (topic !== TOPICS.securityEvents.name)
    return `${which}, ${by}: its ${value.length} bytes are lost; their events stay in flight in the ledger`
  const lost = lostBatch(value, key)
  if (lost === null)
    return `${which}, ${by}: a batch of ${key} of ${value.length} bytes is lost and cannot be counted in the ledger`
  const { events, requestId } = lost.batch
  return `${which}, ${by}: the ${events} events of ${key}, request ${JSON.stringify(requestId)}, become dead letters (unknown_format)`
}

/** Groups that have not read a record; all groups of its topic when that is unknown. */
async function waitingFor(
  driver: EmbeddedDriver,
  { topic, partition, offset }: FoundRecord['entry'],
): Promise<string[]> {
  const waiting: string[] = []
  for (const { group } of CONSUMERS.filter((consumer) => consumer.topic === topic)) {
    const read = await driver.groupPosition(group, { topic, partition }).catch((error: unknown) => {
      if (error instanceof AppError) return 0 // the positions are stored in the damaged frame
      throw error
    })
    if (read <= offset) waiting.push(group)
  }
  return waiting
}

function insteadOf({ entry, value }: FoundRecord): Buffer | null {
  return entry.topic === TOPICS.securityEvents.name ? (lostBatch(value, entry.key)?.value ?? null) : null
}
