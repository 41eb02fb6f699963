/** Tables and completions as terminals and shells have them. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFakeSearches } from '../conformance/fake-searches.ts'
import { completionScript } from './src/completion.ts'
import { noticesOf } from './src/incomplete.ts'
import { unusedProxy } from './src/proxy.ts'
import { tableText } from './src/table.ts'

test('a table counts the columns of a terminal: a wide character has two', () => {
  const rows = [
    { id: '1', title: '東京', status: 'new' },
    { id: '2', title: 'Kyō🚨', status: 'new' },
    { id: '3', title: 'plain', status: 'new' },
  ]
  expect(tableText(rows, 200)).toBe(
    ['id  title  status', '1   東京   new', '2   Kyō🚨  new', '3   plain  new', ''].join('\n'),
  )
  const long = tableText([{ id: '1', title: '東京からの不審なサインイン', status: 'new' }], 24)
  expect(long).toBe(['id  title         status', '1   東京からの…   new', ''].join('\n'))
})

test('a table in a terminal leaves out what says nothing, keeps ids whole and leaves room for titles', () => {
  const row = (id: string, title: string) => {
    const times = { created_at: '2026-11-30T06:20:36.391Z', updated_at: '2026-11-30T06:20:38.884Z' }
    return { id, tenant_id: 'acme', title, description: null, severity: 'high', status: 'new', tags: [], ...times }
  }
  const title = 'Sign-in from an address that was never used before and 2 other rules by deploy'
  const id = '7e23917c-2bfb-820f-a07d-64e0fb230c50'
  expect(tableText([row(id, title)], 110)).toBe(
    [
      `id${' '.repeat(36)}title${' '.repeat(27)}  severity  status  created_at`,
      `${id}  Sign-in from an address that wa…  high      new     2026-11-30T06:20:36Z`,
      '',
    ].join('\n'),
  )
  const whole = tableText([row(id, title)], undefined)
  for (const part of ['tenant_id', 'description', title, '2026-11-30T06:20:36.391Z']) expect(whole).toContain(part)
})

test('what a run found goes before the ids of other records in a terminal', () => {
  const [id, caseId] = ['4fdd14a4-9596-428b-b3e3-33b6c70bb82c', '20174dc1-ad9e-4d56-b9ff-6ae81f7b89e1']
  const run = { id, kind: 'investigation', case_id: caseId, status: 'completed', requested_by: caseId }
  const summary = 'The case has 1 alert. None of its addresses is known.'
  const [head = ''] = tableText([{ ...run, summary, started_at: '2026-11-30T11:14:28.105Z' }], 120).split('\n')
  expect(head.split(/ {2,}/)).toEqual(['id', 'status', 'summary', 'started_at', 'kind'])
  const wide = tableText([{ ...run, summary }], undefined).split('\n')[0]
  expect(wide).toBe('id\tstatus\tsummary\tkind\tcase_id\trequested_by')
})

test('colours mark headings and severities, and take no room', () => {
  const rows = [
    { id: '1', severity: 'critical', status: 'new' },
    { id: '2', severity: 'low', status: 'new' },
  ]
  const plain = tableText(rows, 80)
  const painted = tableText(rows, 80, undefined, true)
  expect(painted).toContain('\x1b[1;31mcritical\x1b[0m')
  expect(painted).toContain('\x1b[36mlow\x1b[0m ')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes of colours
  expect(painted.replace(/\x1b\[[\d;]*m/g, '')).toBe(plain)
})

test('a Node that cannot use the proxy of the environment is named beside a failed connection', () => {
  const env = { HTTPS_PROXY: 'http://proxy.example:3128' }
  expect(unusedProxy(env, false)).toEqual([
    expect.stringMatching(/^HTTPS_PROXY is set, but Node [\d.]+ does not use it/),
  ])
  for (const none of [unusedProxy(env, true), unusedProxy({}, false), unusedProxy({ HTTPS_PROXY: '' }, false)])
    expect(none).toEqual([])
  expect(unusedProxy({ ...env, NODE_USE_ENV_PROXY: '1' }, false)).toEqual([])
})

/** Runs the command line in a terminal that `script` opens, and types `keys` once it has printed `prompt`. */
async function inTerminal(args: readonly string[], prompt: string, keys: string, env: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-terminal-'))
  try {
    const bin = path.join(import.meta.dirname, 'src/bin.ts')
    const command = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ')
    // Node uses no colours in a job of a CI.
    const own = {
      ...process.env,
      CI: undefined,
      TERM: 'xterm-256color',
      SVC_CLI_CONFIG: path.join(folder, 'none.json'),
      ...env,
    }
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: own })
    const ended = once(child, 'close')
    let out = ''
    let isTyped = keys === ''
    child.stdout.on('data', (part) => {
      out += part
      if (isTyped || !out.includes(prompt)) return
      isTyped = true
      child.stdin.write(keys)
    })
    const [status] = await ended
    return { out, status }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.skipIf(spawnSync('script', ['--version']).status !== 0)('in a terminal', () => {
  const nobody = ['http://127.0.0.1:1']
  test.each([
    ['Ctrl+C at a question', ['login', ...nobody], 'Email: ', '\x03'],
    ['Ctrl+C at a password', ['login', ...nobody, '--email', 'a@b.example'], 'Password: ', '\x03'],
    ['Ctrl+D at a question', ['login', ...nobody], 'Email: ', '\x04'],
  ] as const)('%s ends the command as interrupted', async (_, args, prompt, keys) => {
    const { out, status } = await inTerminal(args, prompt, keys)
    expect([status, out]).toEqual([130, expect.stringContaining('interrupted')])
    expect(out).not.toContain('Warning')
  })

  test('colours are there, unless NO_COLOR or a dumb terminal refuses them', async () => {
    const doctor = ['doctor', '--api-url', ...nobody]
    expect((await inTerminal(doctor, '', '', { NO_COLOR: '' })).out).toContain('\x1b[1;31mBAD\x1b[0m')
    expect((await inTerminal(doctor, '', '', { NO_COLOR: '1' })).out).toMatch(/^BAD /m)
    expect((await inTerminal(doctor, '', '', { NO_COLOR: '', TERM: 'dumb' })).out).toMatch(/^BAD /m)
  })
})

const shells = ['bash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0)
/** Completes `svc-cli alerts l` as the shell would. */
const SOURCED: Readonly<Record<string, string>> = {
  bash: 'source "$FILE"; COMP_WORDS=(svc-cli alerts l); COMP_CWORD=2; complete -p svc svc-cli >&2; _svc svc-cli; echo $COMPREPLY',
  zsh: 'compdef() { true }; compadd() { print -r -- $found }; source "$FILE"; words=(svc-cli alerts l); CURRENT=3; _svc',
  fish: 'source "$FILE"; complete -C "svc-cli alerts l"',
}
test.each(shells)('completions are sourced in %s', (shell) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-completion-'))
  try {
    const answer = '#!/bin/sh\n[ "$1 $2 $3" = "__complete alerts l" ] && echo list\n'
    writeFileSync(path.join(folder, 'svc-cli'), answer, { mode: 0o755 })
    const FILE = path.join(folder, 'completion')
    writeFileSync(FILE, completionScript(shell) ?? '')
    const env = { ...process.env, FILE, HOME: folder, PATH: `${folder}:${process.env.PATH}` }
    const args = [...(shell === 'zsh' ? ['-f'] : []), '-c', SOURCED[shell] ?? '']
    const { stdout, status } = spawnSync(shell, args, { env, encoding: 'utf8' })
    expect([stdout.trim(), status]).toEqual(['list', 0])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('svc events search', () => {
  let server: Awaited<ReturnType<typeof openFakeSearches>>
  beforeAll(async () => {
    server = await openFakeSearches()
  })
  afterAll(() => server.close())

  function start(...args: string[]) {
    const bin = path.join(import.meta.dirname, 'src/bin.ts')
    const env = { ...process.env, SVC_API_URL: server.url, SVC_API_KEY: 'svc_any' }
    const child = spawn(process.execPath, [bin, 'events', ...args], { env })
    const end = async () => {
      const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
      return { out, err, status }
    }
    return { child, ended: end() }
  }
  const search = (query: string, ...args: string[]) => start('search', '--query', query, ...args).ended
  const columnOf = (out: string, at: number) => out.split('\n').map((line) => line.split('\t')[at])

  test('shows the fields of events, and says what a page has not looked at', async () => {
    const page = await search('job', '--fields', 'n')
    expect(page.out).toBe('time\tn\tevent_uid\n2026-01-02T23:00:00.000Z\t1\tevent-1\n')
    expect(page.err).toBe(
      [
        'not searched: 2026-01-01T00:00:00.000Z to 2026-01-02T00:00:00.000Z: it takes longer than one request may',
        'the search continues: svc events searches get job-job shows its progress; with --all it waits for all events\n',
      ].join('\n'),
    )
    expect(page.status).toBe(1)
    const first = await search('whole')
    expect([first.status, first.err, columnOf(first.out, 1)]).toEqual([
      0,
      'there are more results: --all shows them\n',
      ['n', '1', '2', undefined],
    ])
  })

  test('with --all waits for the job, and shows what came when some is missing', async () => {
    const whole = await search('job', '--all')
    expect([whole.status, whole.err, columnOf(whole.out, 1)]).toEqual([0, '', ['n', '1', '30', '31', undefined]])
    const full = await search('full', '--all')
    expect([full.status, columnOf(full.out, 1)]).toEqual([1, ['n', '1', '30', undefined]])
    expect(full.err).toBe(
      'not searched: 2026-01-01T00:00:00.000Z to 2026-01-01T01:00:00.000Z: there are more results than are stored or shown\n',
    )
    const failed = await search('failed', '--all', '--jq', '.events[].fields.n')
    expect(failed).toEqual({ status: 1, out: '1\n30\n', err: expect.stringContaining('needs more than one question') })
  })

  test('shows the table that KQL gives, at once or after its job', async () => {
    const table = await search('table', '--language', 'kql')
    expect(table).toEqual({ status: 0, out: 'user\tn\nann\t1\nbob\t2\n', err: '' })
    const job = await search('table by a job', '--language', 'kql', '--all', '--json')
    expect(job).toEqual({ status: 0, out: '{"user":"ann","n":1}\n{"user":"bob","n":2}\n', err: '' })
    const whole = await search('table', '--language', 'kql', '--all')
    expect(whole).toEqual(table)
    for (const query of ['table', 'table by a job'])
      expect(
        server.searched.filter((one) => one === query),
        'each command asks once',
      ).toHaveLength(query === 'table' ? 2 : 1)
  })

  test('an interrupted search goes on, and another command waits for what is left', async () => {
    const hint = (id: string, page: string) =>
      [
        `the search continues: svc events searches get ${id}${page} --all waits for the rest, svc events searches cancel ${id} stops it`,
        'interrupted: not everything was searched\n',
      ].join('\n')
    const table = start('search', '--query', 'long table', '--language', 'kql', '--all')
    await expect.poll(() => server.jobRequests('long table'), { timeout: 20_000 }).toBeGreaterThan(2)
    table.child.kill('SIGINT')
    expect(await table.ended).toEqual({ status: 130, out: '', err: hint('job-long table', '') })
    const events = start('search', '--query', 'long', '--all', '--jq', '.events[].fields.n')
    await expect.poll(() => server.jobRequests('long'), { timeout: 20_000 }).toBeGreaterThan(2)
    events.child.kill('SIGINT')
    expect(await events.ended).toEqual({ status: 130, out: '1\n30\n', err: hint('job-long', ' --page 1') })
    expect(server.cancelled).not.toContain('long')

    const waiting = start('searches', 'get', 'job-long table', '--all')
    const before = server.jobRequests('long table')
    await expect.poll(() => server.jobRequests('long table'), { timeout: 20_000 }).toBeGreaterThan(before)
    for (const query of ['long table', 'long']) server.finish(query)
    expect(await waiting.ended).toEqual({ status: 0, out: 'user\tn\nann\t1\nbob\t2\n', err: '' })
    const rest = await start('searches', 'get', 'job-long', '--page', '1', '--all', '--json').ended
    expect([rest.status, JSON.parse(rest.out).fields, rest.err]).toEqual([0, { n: 31 }, ''])
    const counts = await start('searches', 'get', 'job-counts', '--all', '--jq', '.facets[].values[].events').ended
    expect(counts).toEqual({ status: 0, out: '3\n', err: '' })
    const half = await start('searches', 'table', 'job-long table', '--page', '1', '--all').ended
    expect([half.status, half.err]).toEqual([2, expect.stringContaining('leave out --page')])
  })
})

test('every answer that is not whole has a notice', () => {
  const missing = [{ reason: 'time' }]
  const partial = { complete: false, missing, job_id: 'a1' }
  expect(noticesOf({ ...partial, rows: [] })).toEqual([
    'not searched: it takes longer than one request may',
    'the search continues: svc events searches get a1 shows its progress; with --all it waits for all rows',
  ])
  expect(noticesOf({ ...partial, facets: [] }).join()).toContain('waits for all counts')
  expect(noticesOf({ complete: false, cannot_rule_out: ['siem-1 did not answer'] })).toEqual([
    'not ruled out: siem-1 did not answer',
  ])
  expect(noticesOf({ complete: false, missing: [] })).toHaveLength(1)
  expect(noticesOf({ items: [], not_applied: [{ tenant_id: 'acme', reason: 'no delegation into it' }] })).toEqual([
    'not applied: acme: no delegation into it',
  ])
  for (const whole of [{ complete: true, missing: [] }, { ...partial, complete: null }, 'text', undefined, []])
    expect(noticesOf(whole)).toEqual([])
})
