/** One process with the roles named on its command line: `node services/main.ts ingest relay`. */
import { setPriority } from 'node:os'
import { AppError } from '../platform/errors.ts'
import { openLog } from '../platform/log.ts'
import { config } from './config.ts'
import { endWithParent } from './end-with-parent.ts'
import type { RunningRole, StartRole } from './role.ts'
import { startApi } from './roles/api.ts'
import { startChainer } from './roles/chainer.ts'
import { startIngest } from './roles/ingest.ts'
import { startPipeline } from './roles/pipeline.ts'
import { startRealtime } from './roles/realtime.ts'
import { startRelay } from './roles/relay.ts'

const ROLES = new Map<string, StartRole>([
  ['api', startApi],
  ['chainer', startChainer],
  ['ingest', startIngest],
  ['realtime', startRealtime],
  ['relay', startRelay],
  ['pipeline', startPipeline],
])

/** Somebody waits for these; what comes after them is measured by how much it gets done. */
const AWAITED: ReadonlySet<string> = new Set(['ingest', 'api', 'realtime'])
/** Niceness of stages; the embedded ClickHouse is nicer still. */
const BEHIND_THE_DOOR = 5
const STOP_MS_MAX = 10_000

export const roleNames = [...ROLES.keys()]

/** Runs until a signal; ends the process with 1 when a role fails, so that it starts again from its last commit. */
export async function runRoles(names: readonly string[]): Promise<void> {
  if (!names.some((name) => AWAITED.has(name))) setPriority(BEHIND_THE_DOOR)
  const log = openLog(names.join('+'))
  const settings = config()
  const running: RunningRole[] = []
  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(code || 1), STOP_MS_MAX).unref()
    await Promise.allSettled(running.map((role) => role.stop()))
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  endWithParent(() => void stop(0))
  try {
    for (const name of names) running.push(await roleOf(name)(settings, log.child({ role: name })))
  } catch (err) {
    log.fatal({ err }, 'could not start')
    tellParent({ failed: err instanceof Error ? err.message : String(err) })
    await stop(1)
  }
  for (const role of running) {
    role.failed.catch((err) => {
      log.fatal({ err }, 'failed; ending to resume from the last commit')
      void stop(1)
    })
  }
  log.info({ urls: running.map((role) => role.url).filter(Boolean) }, 'running')
  tellParent({ ready: true })
}

/** What a child of the supervisor says, once: that everything runs, or why not. */
export type StartMessage = { readonly ready: true } | { readonly failed: string }

function tellParent(message: StartMessage): void {
  process.send?.(message)
}

function roleOf(name: string): StartRole {
  const start = ROLES.get(name)
  if (!start) throw new AppError('bad_request', `no role ${name}; there are ${roleNames.join(', ')}`)
  return start
}

if (import.meta.main) await runRoles(process.argv.slice(2))
