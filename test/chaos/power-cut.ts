/**
 * Cuts the power of a busy installation. Its disk is a file system in a file: a copy of this file, taken while every
 * process is stopped, is the state after a power cut, here soon after the lake has merged its parts. Then all processes
 * are killed, and the installation starts from the copy. Only root can run this, on a machine with mkfs.ext4.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { childrenOf } from '../../bench/processes.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { Instance } from '../e2e/instance.ts'
import { isAlive, until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { type ChaosResult, whatIsThere } from './rounds.ts'

const TENANT = 'chaos'
const LANES = 3
const DISK_MB = 1536
const EVENTS_BEFORE = 10_000
/**
 * Time until the engine deletes the parts that were merged before, while the kernel has not yet written the merged
 * part.
 */
const MERGED_MS = 10_000
const EVENTS_AFTER = 2_000

export async function cutPower(tell: (line: string) => void): Promise<ChaosResult> {
  const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-power-'))
  const disk = path.join(dir, 'disk')
  const [image, left] = [path.join(dir, 'image'), path.join(dir, 'left')]
  fs.chmodSync(dir, 0o711)
  fs.mkdirSync(disk)
  fs.writeFileSync(image, '')
  fs.truncateSync(image, DISK_MB * 2 ** 20)
  execFileSync('mkfs.ext4', ['-q', image])
  mount(image, disk)
  try {
    return await onDisk({ disk, image, left }, tell)
  } finally {
    execFileSync('umount', ['--lazy', disk])
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

type Disk = { readonly disk: string; readonly image: string; readonly left: string }

async function onDisk({ disk, image, left }: Disk, tell: (line: string) => void): Promise<ChaosResult> {
  const instance = await Instance.start({}, disk)
  try {
    const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
    await load.more(EVENTS_BEFORE)
    await mergeAll(instance.file().clickhouseUrl)
    await delay(MERGED_MS)
    const pids = instance.pids().flatMap((pid) => [pid, ...childrenOf(pid)])
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    tell(`the power goes: ${load.acknowledged} events acknowledged`)
    execFileSync('cp', ['--sparse=always', image, left])
    await instance.end('SIGKILL')
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await until('all processes to end', () => !pids.some(isAlive))
    execFileSync('umount', ['--lazy', disk])
    mount(left, disk)
    await instance.restart()
    await load.more(EVENTS_AFTER)
    const acknowledged = await load.stop()
    tell(`and is back: ${acknowledged} events acknowledged`)
    return { acknowledged, killed: {}, ...(await whatIsThere(instance, TENANT)) }
  } finally {
    await instance.remove()
  }
}

async function mergeAll(url: string): Promise<void> {
  const client = openClickhouse({ url })
  for (const table of ['events', 'ledger']) await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` })
  await client.close()
}

/**
 * Mounts the image. Other users may enter the folder but not list it, because the embedded Postgres runs as a user of
 * its own.
 */
function mount(image: string, disk: string): void {
  execFileSync('mount', ['-o', 'loop', image, disk])
  fs.chmodSync(disk, 0o711)
}
