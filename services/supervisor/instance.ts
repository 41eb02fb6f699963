/** Lets commands find a running instance: a file in its data folder, readable by its owner only. */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { writeWhole } from '../../platform/write-file-atomic.ts'
import { shellWord } from '../process/shell-word.ts'

export type Instance = {
  readonly pid: number
  readonly portOffset: number
  readonly consoleUrl: string
  readonly apiUrl: string
  readonly ingestUrl: string
  readonly realtimeUrl: string
  readonly relayUrl: string
  readonly pipelineUrl: string
  readonly clickhouseUrl: string
  readonly databaseUrl: string
  readonly databaseAppUrl: string
  /** Process ids of the children, null while one is down. */
  readonly children: Readonly<Record<string, number | null>>
}

const FILE = 'instance.json'

export function writeInstance(dir: string, instance: Instance): void {
  writeWhole(path.join(dir, FILE), JSON.stringify(instance))
}

const AGAIN_MS = 1_000

/**
 * The file of a running instance. A full disk does not end the instance: the file is written as soon as there is room.
 */
export class InstanceFile {
  readonly #dir: string
  readonly #log: Log
  #again: NodeJS.Timeout | undefined

  constructor(dir: string, log: Log) {
    this.#dir = dir
    this.#log = log
  }

  /** `now` is called for each try. */
  write(now: () => Instance): void {
    clearTimeout(this.#again)
    try {
      writeInstance(this.#dir, now())
    } catch (err) {
      this.#log.warn({ err }, `cannot write ${FILE}, retrying`)
      this.#again = setTimeout(() => this.write(now), AGAIN_MS)
    }
  }

  remove(): void {
    clearTimeout(this.#again)
    fs.rmSync(path.join(this.#dir, FILE), { force: true })
  }
}

/** True when an instance runs on the folder, or was killed there. */
export function isInstance(dir: string): boolean {
  return fs.existsSync(path.join(dir, FILE))
}

/** Only the owner may read the file or signal the process. */
const OF_OTHERS: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM'])

/** Throws `unavailable` when nothing runs on the folder, `forbidden` when the instance is another user's. */
export function readInstance(dir: string): Instance {
  let instance: Instance
  try {
    instance = JSON.parse(fs.readFileSync(path.join(dir, FILE), 'utf8')) as Instance
    process.kill(instance.pid, 0)
  } catch (cause) {
    if (OF_OTHERS.has((cause as NodeJS.ErrnoException).code))
      throw new AppError('forbidden', `the instance on ${path.resolve(dir)} belongs to another user`, { cause })
    throw new AppError(
      'unavailable',
      `no instance is running on ${path.resolve(dir)}; start one with: npx svc up --data ${shellWord(dir)}`,
      { cause },
    )
  }
  return instance
}
