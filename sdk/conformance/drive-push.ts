/** Runs the scenarios for pushing in TypeScript, and prints their results as JSON. */
import { writeSync } from 'node:fs'
import { DeadlineExceeded, EventsRefused, Pusher, type PusherOptions, SvcError } from '../typescript/src/index.ts'

const { PROXY = '', TOKEN: token = '', SPOOL = '', FAULTS = '' } = process.env
const under = (fault: string, more: Partial<PusherOptions> = {}) =>
  new Pusher({ url: `${PROXY}/${fault}/`, token, connectorId: 'conformance', batchEvents: 10, ...more })

async function failure(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'none'
  } catch (error) {
    if (error instanceof DeadlineExceeded) return 'deadline'
    if (error instanceof EventsRefused)
      return `${error.count} ${error.refusals.map((one) => `${one.line}: ${one.reason}`)}`
    return error instanceof SvcError || error instanceof TypeError ? 'refused' : String(error)
  }
}

async function pushed(fault: string, more: Partial<PusherOptions> = {}) {
  const pusher = under(fault, more)
  for (let n = 0; n < 25; n++) await pusher.push({ n, of: fault })
  await pusher.close()
  return [pusher.accepted, pusher.refused, pusher.pending]
}

async function bounded() {
  const pusher = under('narrow', { pendingBytes: 500 })
  let most = 0
  for (let n = 0; n < 100; n++) {
    await pusher.push({ n, of: 'narrow' })
    most = Math.max(most, pusher.pending)
  }
  await pusher.close()
  return most <= 25 && pusher.accepted === 100
}

async function refused() {
  const pusher = under('plain')
  for (const line of ['{"of":"refused"}', 'nope', '{"of":"refused","n":2}']) await pusher.push(line)
  return failure(() => pusher.close())
}

async function refusedWhole() {
  const pusher = under('plain')
  await pusher.push('nope')
  return failure(() => pusher.close())
}

async function late(fault: string) {
  const pusher = under(fault)
  await pusher.push({ of: fault })
  const kind = await failure(() => pusher.flush({ timeoutMs: 300 }))
  await failure(() => pusher.close({ timeoutMs: 1 }))
  return kind
}

async function spools() {
  const spool = `${SPOOL}/one`
  const pusher = under('late', { spool })
  await pusher.push({ of: 'spooled' })
  const shared = await failure(() => under('plain', { spool }))
  await pusher.close({ timeoutMs: 50 })
  const other = await failure(() => under('plain', { spool, connectorId: 'other' }))
  const next = under('plain', { spool })
  const left = next.pending
  await next.close()
  return [shared, other, left, next.accepted]
}

if (process.argv[2] === 'fill') {
  const pusher = under('hold', { spool: `${SPOOL}/killed` })
  for (let n = 0; n < 25; n++) await pusher.push({ n, of: 'killed' })
  writeSync(1, 'kept\n')
} else if (process.argv[2] === 'again') {
  const pusher = under('plain', { spool: `${SPOOL}/killed` })
  await pusher.close()
  console.log(JSON.stringify(pusher.accepted))
} else {
  const outcomes: Record<string, unknown> = {}
  for (const fault of FAULTS.split(',')) outcomes[fault] = await pushed(fault)
  outcomes.zstd = await pushed('zstd', { compression: process.env.HAS_ZSTD ? 'zstd' : 'none' })
  outcomes.bounded = await bounded()
  outcomes.refused = await refused()
  outcomes.whole = await refusedWhole()
  outcomes.late = await late('late')
  outcomes.redirect = await late('redirect')
  outcomes.spools = await spools()
  outcomes.bad = [
    await failure(() => under('plain', { connectorId: 'a b' })),
    await failure(() => under('plain').push([])),
    await failure(() => under('plain').push('a\nb')),
    await failure(() => under('plain').push('x'.repeat(1_048_577))),
  ]
  console.log(JSON.stringify(outcomes))
}
