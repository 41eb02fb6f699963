/** One process with the roles named on its command line (`role-start.ts` is its entry). */
import { flushCompileCache } from 'node:module'
import { collectGarbage } from '../platform/collect-garbage.ts'
import { AppError } from '../platform/errors.ts'
import { openLog } from '../platform/log.ts'
import { config } from './config.ts'
import { outliveReaders } from './process/closed-output.ts'
import { endWithParent } from './process/end-with-parent.ts'
import { failureText } from './process/failure-text.ts'
import type { RunningRole, StartRole } from './role.ts'

/** Each loads only its own code. */
const ROLES = new Map<string, () => Promise<StartRole>>([
  ['api', async () => (await import('./roles/api.ts')).startApi],
  ['actions', async () => (await import('./roles/actions.ts')).startActions],
  ['agents', async () => (await import('./roles/agents.ts')).startAgents],
  ['connectors', async () => (await import('./roles/connectors.ts')).startConnectors],
  ['osquery', async () => (await import('./roles/osquery.ts')).startOsquery],
  ['enrichment', async () => (await import('./roles/enrichment.ts')).startEnrichment],
  ['console', async () => (await import('./roles/console.ts')).startConsole],
  ['chainer', async () => (await import('./roles/chainer.ts')).startChainer],
  ['ingest', async () => (await import('./roles/ingest.ts')).startIngest],
  ['listeners', async () => (await import('./roles/listeners.ts')).startListeners],
  ['realtime', async () => (await import('./roles/realtime.ts')).startRealtime],
  ['relay', async () => (await import('./roles/relay.ts')).startRelay],
  ['pipeline', async () => (await import('./roles/pipeline.ts')).startPipeline],
])

/** @bound time to stop a role -> the process is killed, and resumes from its last commit */
const STOP_MS_MAX = 10_000

export const roleNames = [...ROLES.keys()]

/** Runs until a signal; ends the process with 1 when a role fails, so that it starts again from its last commit. */
export async function runRoles(names: readonly string[]): Promise<void> {
  const log = openLog(names.join('+'))
  const running: RunningRole[] = []
  let isStopping = false
  const stop = async (code: number, end: (code: number) => void = process.exit) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => end(code || 1), STOP_MS_MAX).unref()
    await Promise.allSettled(running.map((role) => role.stop()))
    end(code)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  endWithParent(() => {
    log.warn('the supervisor has exited, stopping')
    void stop(0, endOrphan)
  })
  try {
    const settings = config()
    for (const name of names) {
      reportToParent({ step: `loading the code of ${name}` })
      const start = await roleOf(name)
      reportToParent({ step: `starting ${name}` })
      running.push(await start(settings, log.child({ role: name })))
    }
  } catch (err) {
    const reason = failureText(err)
    log.fatal(reason === null ? { err } : { reason }, 'could not start')
    reportToParent({ failed: reason ?? (err instanceof Error ? err.message : String(err)) })
    await stop(1)
  }
  for (const role of running) {
    role.failed?.catch((err) => {
      log.fatal({ err }, 'failed; exiting to resume from the last commit')
      void stop(1)
    })
  }
  flushCompileCache() // a process that is killed writes nothing when it ends
  log.info({ urls: running.map((role) => role.url).filter(Boolean) }, 'running')
  reportToParent({ ready: true })
  collectGarbage()
}

/** The messages of a supervisor's child: its step on the way, then that it is ready or why it failed to start. */
export type StartMessage = { readonly step: string } | { readonly ready: true } | { readonly failed: string }

function reportToParent(message: StartMessage): void {
  process.send?.(message, () => undefined) // a supervisor that is gone is reported by the end of the channel
}

/** A supervisor kills a child whose exit hangs, for example in a native library; an orphan has only itself. */
function endOrphan(): void {
  process.kill(process.pid, 'SIGKILL')
}

function roleOf(name: string): Promise<StartRole> {
  const load = ROLES.get(name)
  if (!load) throw new AppError('bad_request', `unknown role ${name}; known roles: ${roleNames.join(', ')}`)
  return load()
}

/** Runs as a child of a supervisor; the supervisor and the readers of this process's output may already be gone. */
export async function runProcess(names: readonly string[]): Promise<void> {
  outliveReaders()
  await runRoles(names)
}
