/**
 * Many notifications, sent by processes that are killed while the mail server is receiving a mail from them; the mail
 * server is also away for ten minutes of the clock. Each notification must arrive, or have a receipt with the reason
 * why not. SMTP cannot withdraw a mail that was sent just before a kill: it comes again under the same Message-ID, and
 * is counted.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { createTenant } from '../control/identity/tenants/index.ts'
import { notify } from '../control/soc/notify/index.ts'
import { NODE_FLAGS } from '../platform/node-flags.ts'
import { tenantId } from '../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from '../stores/postgres/pool.ts'
import { openTestPostgres, type TestPostgres } from '../stores/postgres/testing.ts'

export const STORM_KEY = `${Buffer.alloc(32, 7).toString('base64url')}=`
const CHILD = new URL('./notification-storm-child.ts', import.meta.url).pathname
const acme = tenantId('acme')
const OUTAGE_MS = 10 * 60_000
const STEP_MS = 5_000
/** Below the number from which several messages to one receiver are combined. */
const OF_RECEIVER = 8
/** Messages to every twentieth receiver, which are combined into one message with a count. */
const IN_STORM = 18
const REFUSED_EVERY = 100

export type Storm = {
  readonly notifications: number
  readonly kills: number
  readonly processes: number
}

type Mail = { readonly to: string; readonly id: string; readonly titles: readonly string[] }

/**
 * Runs a storm for the benchmark, and for a test that has a server already. Throws Error for a message that neither
 * arrived nor was reported as failed.
 */
export async function runStorm(server: TestPostgres, storm: Storm) {
  const dir = mkdtempSync(join(tmpdir(), 'svc-storm-'))
  const database = await server.database()
  const pool = openPostgres({ url: database.url, poolSize: 4 })
  const clock = fileClock(join(dir, 'clock'))
  const mails: Mail[] = []
  const children: ChildProcess[] = []
  let smtp: SMTPServer | null = null
  try {
    const receivers = await queue(pool, storm.notifications, clock.now())
    let kills = 0
    const killAt = Array.from({ length: storm.kills }, (_, n) =>
      Math.floor((receivers.messages * (n + 1)) / (storm.kills + 2)),
    )
    // The server has accepted the mail, and the process is killed before it knows.
    const onMail = (mail: Mail) => {
      mails.push(mail)
      if (mails.length < (killAt[kills] ?? Number.POSITIVE_INFINITY)) return
      const child = children.shift()
      child?.kill('SIGKILL')
      children.push(start(port))
      kills++
    }
    smtp = await listen(0, onMail)
    const { port } = smtp.server.address() as AddressInfo
    const start = (to: number) =>
      spawn(process.execPath, [...NODE_FLAGS, CHILD, database.url, String(to), clock.file], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    for (let n = 0; n < storm.processes; n++) children.push(start(port))
    const startedAt = performance.now()
    let outageUntil: number | null = null
    for (let isOpen = true; isOpen; ) {
      const before = mails.length
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (outageUntil === null && mails.length >= receivers.messages / 3) {
        outageUntil = clock.now() + OUTAGE_MS
        if (smtp !== null) await closed(smtp)
        smtp = null
      }
      if (smtp === null && clock.now() >= (outageUntil ?? 0)) smtp = await listen(port, onMail)
      // Time advances when nothing else happens at the present time.
      if (smtp === null || mails.length === before) clock.add(STEP_MS)
      isOpen = (await count(pool, `status IN ('queued', 'waiting', 'sending')`)) > 0
    }
    const result = await judged(pool, storm, mails)
    return {
      ...result,
      kills,
      outage_minutes: OUTAGE_MS / 60_000,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    if (smtp !== null) await closed(smtp)
    await pool.end()
    rmSync(dir, { recursive: true, force: true })
  }
}

function fileClock(file: string) {
  let ms = Date.now()
  const write = () => {
    writeFileSync(`${file}.next`, String(ms))
    renameSync(`${file}.next`, file)
  }
  write()
  return {
    file,
    now: () => ms,
    add(more: number) {
      ms += more
      write()
    },
  }
}

/** Returns about how many messages will be sent. */
async function queue(pool: Postgres, notifications: number, nowMs: number): Promise<{ readonly messages: number }> {
  await createTenant(pool, { id: acme })
  const people = /* sql */ `
    INSERT INTO users (email, username, role)
    SELECT 'p' || n || '@storm.example', 'p' || n, 'viewer' FROM generate_series(1, $1) n RETURNING id`
  const ids = await withTenant(pool, acme, (tx) => tx.many((row) => String(row.id), people, [notifications]))
  let [messages, person, left] = [0, 0, 0]
  for (let n = 0; n < notifications; ) {
    await withTenant(pool, acme, async (tx) => {
      for (const until = Math.min(notifications, n + 100); n < until; n++, left--) {
        if (left === 0) {
          person++
          left = person % 20 === 0 ? IN_STORM : OF_RECEIVER
          messages += person % 20 === 0 ? 1 : OF_RECEIVER
        }
        const outcomes = {
          kind: 'assignment',
          title: `Case number ${n}.`,
          body: '',
          path: '/cases/1',
          dedupeKey: `n${n}`,
        } as const
        await notify(tx, outcomes, [{ kind: 'users', userIds: [ids[person] ?? ''] }], nowMs)
      }
    })
  }
  return { messages }
}

function listen(port: number, onMail: (mail: Mail) => void): Promise<SMTPServer> {
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
    onRcptTo({ address }, _, done) {
      const isRefused = Number(/^p(\d+)@/.exec(address)?.[1]) % REFUSED_EVERY === 0
      done(isRefused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const [, id = ''] = /^Message-ID: <svc-([\w-]+)@/im.exec(text) ?? []
        const titles = new Set(Array.from(text.matchAll(/Case number \d+\./g), ([title]) => title))
        for (const { address } of envelope.rcptTo) onMail({ to: address, id, titles: [...titles] })
        done()
      })
    },
  })
  server.on('error', () => undefined) // The connection of a killed process.
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function closed(server: SMTPServer): Promise<void> {
  for (const connection of server.connections) connection.close()
  return new Promise((resolve) => server.close(resolve))
}

async function count(pool: Postgres, where: string): Promise<number> {
  const sql = `SELECT count(*)::int AS n FROM notification_deliveries WHERE ${where}`
  return (await withTenant(pool, acme, (tx) => tx.maybeOne((row) => Number(row.n), sql))) ?? 0
}

async function judged(pool: Postgres, { notifications }: Storm, mails: readonly Mail[]) {
  const sql = /* sql */ `
    SELECT n.title, d.status, d.reason FROM notification_deliveries d
    JOIN notifications n ON n.tenant_id = d.tenant_id AND n.id = d.notification_id`
  const rows = await withTenant(pool, acme, (tx) =>
    tx.many((row) => ({ title: String(row.title), status: row.status, reason: row.reason }), sql),
  )
  const messagesOf = new Map<string, Set<string>>()
  for (const { id, titles } of mails)
    for (const title of titles) messagesOf.set(title, (messagesOf.get(title) ?? new Set()).add(id))
  const failed = rows.filter(({ status, reason }) => status === 'failed' && reason !== null)
  const missing = rows.filter(({ status, title }) => status !== 'failed' && !messagesOf.has(title))
  const twice = [...messagesOf.values()].filter((ids) => ids.size > 1)
  const distinct = new Set(mails.map(({ to, id }) => `${to} ${id}`))
  const result = {
    ...{ notifications: rows.length, messages: distinct.size, arrived: rows.length - failed.length - missing.length },
    ...{ told_as_failed: failed.length, missing: missing.length, in_two_messages: twice.length },
    again_under_the_same_id: mails.length - distinct.size,
  }
  if (rows.length !== notifications || missing.length > 0 || twice.length > 0)
    throw new Error(`notifications were lost or doubled: ${JSON.stringify(result)}`)
  return result
}

export async function benchNotifications(): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const server = await openTestPostgres(dir)
  try {
    return await runStorm(server, { notifications: 10_000, kills: 12, processes: 2 })
  } finally {
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
