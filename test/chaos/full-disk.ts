/**
 * Fills the disk under an installation at work, frees it again, and reports the fate of the events. The disk is a file
 * system in memory, so only root can run this.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freeBytes } from '../../platform/free-bytes.ts'
import { isNoRoom } from '../../stores/clickhouse/body-folder.ts'
import { Instance } from '../e2e/instance.ts'
import { isAlive, until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { type ChaosResult, whatIsThere } from './rounds.ts'

const TENANT = 'chaos'
const LANES = 3
/** A new installation takes about 200 MB, and needs 256 more before ingest accepts anything. */
const DISK_MB = 1280
/** Free space of each round: none at all, or enough for something to begin. */
const ROOMS_MB = [0, 1, 4]
/** Long enough for tasks that run each second. */
const FULL_MS = 3_000
/** Random bytes, which do not compress. */
const FILLER_BYTES = 4096
/** Refusals in a row: a single one may be a full queue. */
const REFUSALS = 30
const EVENTS_BETWEEN = 2000
const MB = 1 << 20

/** True when this process may mount a disk. */
export function canFillDisk(): boolean {
  const disk = fs.mkdtempSync(path.join(tmpdir(), 'svc-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'svc-full-disk', disk], { stdio: 'ignore' })
    execFileSync('umount', ['--lazy', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    fs.rmSync(disk, { recursive: true, force: true })
  }
}

export async function fillDisk(tell: (line: string) => void): Promise<ChaosResult> {
  const disk = fs.mkdtempSync(path.join(tmpdir(), 'svc-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=711`, 'svc-full-disk', disk])
  try {
    return await onDisk(disk, tell)
  } finally {
    execFileSync('umount', ['--lazy', disk])
    fs.rmdirSync(disk)
  }
}

async function onDisk(disk: string, tell: (line: string) => void): Promise<ChaosResult> {
  const instance = await Instance.start({}, disk)
  try {
    const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES, FILLER_BYTES)
    const ballast = path.join(disk, 'ballast')
    for (const roomMb of ROOMS_MB) {
      await load.more(EVENTS_BETWEEN)
      occupy(ballast, freeBytes(disk) - roomMb * MB)
      await until('the door to refuse', () => load.refusedInARow >= REFUSALS)
      await until('its health to tell why', async () => (await healthOf(instance)).disk === 'down')
      // The engine cannot come back before there is room.
      if (roomMb > 0) killEngine(instance)
      await delay(FULL_MS)
      tell(`the disk is full: ${freeBytes(disk)} bytes are free, ${load.acknowledged} events acknowledged`)
      fs.rmSync(ballast)
    }
    await load.more(EVENTS_BETWEEN)
    const acknowledged = await load.stop()
    tell(`there was room again: ${acknowledged} events acknowledged`)
    return { acknowledged, killed: {}, ...(await whatIsThere(instance, TENANT)) }
  } finally {
    await instance.remove()
  }
}

async function healthOf({ ingestUrl }: Instance): Promise<Record<string, string>> {
  const answer = await fetch(`${ingestUrl}/health`)
  return ((await answer.json()) as { subsystems: Record<string, string> }).subsystems
}

function killEngine(instance: Instance): void {
  const pid = instance.file().children.clickhouse
  if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/** Fills the free space again and again, because other processes write as well. */
function occupy(file: string, bytes: number): void {
  const block = Buffer.alloc(MB)
  try {
    for (let written = 0; written < bytes; written += block.length) fs.appendFileSync(file, block)
  } catch (error) {
    if (!isNoRoom(error)) throw error
  }
}
