/** Outcomes that every client of the server must report, and the hunts that it waits for. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { McpInstallation, McpWorld } from './test-world.ts'
import { TOOLS } from './tools.ts'

export function outcomesOf(world: McpWorld) {
  const names = TOOLS.map(({ name }) => name).sort()
  return {
    tools: names,
    writes: ['add_comment', 'run_hunt', 'request_action'],
    cancelled: 'ended',
    results: Object.fromEntries(names.map((name) => [name, 'done'])),
    marked: true,
    bounded: true,
    progress: true,
    questions: [`Add this comment to case ${world.case}?`, 'Ask for create_ticket on {"summary":"Ann"}?'],
    stranger: expect.stringContaining('404'),
    resources: ['svc://alerts', 'svc://cases', 'svc://fields'],
    templates: 4,
    resource: true,
    prompts: ['triage_alert', 'investigate_entity', 'hunt_indicator', 'summarise_case'],
    prompt: true,
  }
}

/** Runs of hunts wait until the one that the client ends is cancelled, and are then carried out. */
export function huntsAround(installation: McpInstallation) {
  const ended = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const carryOut = async () => {
    while (!ended.signal.aborted) {
      await installation.runHunts()
      await pause(100, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }
  return {
    async afterCancel(): Promise<void> {
      const before = cancelled
      await expect.poll(() => installation.cancelledRuns(), { timeout: 60_000 }).toBe(before + 1)
      cancelled = before + 1
      running = carryOut()
    },
    async stop(): Promise<void> {
      ended.abort()
      await running
    },
  }
}

/** Runs that were cancelled by the clients before. */
let cancelled = 0
