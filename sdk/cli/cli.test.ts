import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALERTS, HIGH_ALERTS, openTestInstallation, type TestInstallation } from '../conformance/test-installation.ts'
import { kinds } from './src/apply.ts'
import { completions } from './src/completion.ts'
import { readSecrets } from './src/connector-files.ts'
import { readDocuments, writeDocuments } from './src/documents.ts'
import { operations } from './src/operations.ts'
import { select } from './src/select.ts'
import { printable, tableText } from './src/table.ts'

const BIN = path.join(import.meta.dirname, 'src/bin.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'svc-cli-'))
const credentials = path.join(folder, 'own/credentials.json')
let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await installation.close()
})

type Ran = { status: number | null; out: string; err: string }

async function svc(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ran> {
  const { SVC_API_URL: _, SVC_API_KEY: __, ...own } = process.env
  const child: ChildProcess = spawn(process.execPath, [BIN, ...args], {
    env: { ...own, SVC_CLI_CONFIG: credentials, ...env },
  })
  child.stdin?.end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, err] = await Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  return { status: await ended, out: out ?? '', err: err ?? '' }
}

const withKey = () => ({ SVC_API_URL: installation.url, SVC_API_KEY: installation.key })

describe('the manual page', () => {
  test('has every operation, and flags of a command, and nothing in it is a request of roff by accident', async () => {
    const { out, status } = await svc(['man'])
    expect(status).toBe(0)
    for (const { words } of operations()) expect(out).toContain(`.B ${words.join(' ').replaceAll('-', '\\-')}`)
    const requests = new Set(out.split('\n').flatMap((line) => /^([.'][^ ]*)/.exec(line)?.[1] ?? []))
    expect([...requests].sort()).toEqual(['.B', '.SH', '.TH', '.TP', '.fi', '.nf'])
    const alerts = await svc(['man', 'alerts', 'list'])
    expect(alerts.out).toMatch(
      /^\.TH SVC\\-ALERTS\\-LIST 1 .*\n(?:.*\n)*\.SH "ALERTS LIST"\n(?:.*\n)* {2}\\-\\-severity /,
    )
    expect(await svc(['man', 'alrts'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('did you mean alerts?'),
    })
  })
})

describe('signing in', () => {
  test('keeps tokens where nobody else reads them, and later commands use them', async () => {
    const login = ['login', installation.url, '--profile', 'lab', '--email', installation.email]
    expect(await svc(login, {}, 'not the password\n')).toMatchObject({ status: 3 })
    expect(existsSync(credentials)).toBe(false)
    expect(await svc(login, {}, `${installation.password}\n`)).toMatchObject({ status: 0, out: '' })
    expect([statSync(credentials).mode & 0o777, statSync(path.dirname(credentials)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect(readFileSync(credentials, 'utf8')).not.toContain(installation.password)
    const me = ['users', 'me', 'get', '--jq', '.email']
    expect((await svc(me)).out).toBe(`${installation.email}\n`)
    expect((await svc(me, { SVC_API_URL: `${installation.url}/` })).out).toBe(`${installation.email}\n`)
    expect(await svc(me, { SVC_API_URL: installation.url.replace('127.0.0.1', 'localhost') })).toMatchObject({
      status: 3,
    })
  })

  test('is for several installations, and signing out forgets one', async () => {
    const input = `${installation.strangerKey}\n`
    await svc(['login', installation.url, '--profile', 'other', '--api-key', '-'], {}, input)
    expect((await svc(['profiles'])).out).toMatch(/^ {2}lab\t.*\n\* other\t/)
    expect((await svc(['alerts', 'list', '--json'])).out).toBe('')
    expect((await svc(['--profile', 'lab', '--json', 'alerts', 'list'])).out.trim().split('\n')).toHaveLength(ALERTS)
    expect(await svc(['logout', '--profile', 'other'])).toMatchObject({ status: 0 })
    expect((await svc(['profiles'])).out).toMatch(/^\* lab\t[^\n]*\n$/)
  })

  test('is refused with a key that is none', async () => {
    const ran = await svc(['login', installation.url, '--api-key', '-'], {}, 'svc_nobody\n')
    expect(ran).toMatchObject({ status: 3, err: expect.stringContaining('401') })
  })

  test('a file that others can read is not used', async () => {
    chmodSync(credentials, 0o644)
    expect(await svc(['alerts', 'list'])).toMatchObject({ status: 2, err: expect.stringContaining('chmod 600') })
    chmodSync(credentials, 0o600)
  })
})

describe('an operation', () => {
  test('is a command whose answer is a table, JSON, or parts of it', async () => {
    const { out, status } = await svc(['alerts', 'list', '--severity', 'high'], withKey())
    expect([status, out.trim().split('\n').length]).toEqual([0, HIGH_ALERTS + 1])
    expect(out).toMatch(/^id\ttitle\tseverity\tstatus/)
    const first = await svc(['alerts', 'list', '--limit', '2', '--jq', '.items[].severity'], withKey())
    expect(first.out.trim().split('\n')).toHaveLength(2)
    expect(first.err).toContain('--all')
    const all = await svc(['alerts', 'list', '--limit', '2', '--all', '--json'], withKey())
    expect(
      all.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).title),
    ).toHaveLength(ALERTS)
  })

  test('takes its body from flags, from JSON, and from standard input', async () => {
    const flags = await svc(
      ['cases', 'create', '--title', 'By flags', '--severity', 'low', '--tags', 'a,b', '--jq', '.tags[]'],
      withKey(),
    )
    expect(flags.out).toBe('a\nb\n')
    const json = ['cases', 'create', '--body', '-', '--severity', 'high', '--jq', '.title,.severity,.id']
    const [title, severity, id = ''] = (await svc(json, withKey(), '{"title":"By JSON","severity":"low"}')).out.split(
      '\n',
    )
    expect([title, severity]).toEqual(['By JSON', 'high'])
    const cleared = await svc(['cases', 'update', id, '--description', 'null', '--jq', '.description'], withKey())
    expect(cleared).toMatchObject({ status: 0, out: 'null\n' })
  })

  test('sets a member that is called body, and takes a whole body too', async () => {
    const open = ['cases', 'create', '--title', 'With comments', '--severity', 'low', '--jq', '.id']
    const id = (await svc(open, withKey())).out.trim()
    const file = path.join(folder, 'comment.txt')
    writeFileSync(file, '@ann: from a file')
    const comment = async (typed: string, input = '') => {
      const args = ['cases', 'comments', 'create', id, '--body', typed, '--jq', '.body']
      return (await svc(args, withKey(), input)).out.trim()
    }
    expect(await comment('Looking into it.')).toBe('Looking into it.')
    expect(await comment('{"body":"A whole body"}')).toBe('A whole body')
    expect(await comment('-', '{"body":"A whole body by input"}')).toBe('A whole body by input')
    expect(await comment('-', 'by input')).toBe('by input')
    expect(await comment(`@${file}`)).toBe('@ann: from a file')
    expect(await comment('@@ann, please look')).toBe('@ann, please look')
    const unread = await svc(['cases', 'comments', 'create', id, '--body', '@ann, please look'], withKey())
    expect(unread).toMatchObject({ status: 2, err: expect.stringContaining('@@') })
  })

  test('has no flag that is one of every command, or twice', () => {
    const ofAll = ['json', 'help', 'all', 'jq', 'profile', 'api-url', 'api-key', 'out']
    for (const { query, headers, body } of operations()) {
      const flags = [...query, ...headers, ...(body?.fields ?? [])].map(({ flag }) => flag)
      expect(flags.filter((flag) => ofAll.includes(flag))).toEqual([])
      expect(new Set(flags).size).toBe(flags.length)
    }
  })

  test('sends a member that is called file as a member, and a word of an enum as it is', async () => {
    const keyed = { SVC_API_URL: installation.url, SVC_API_KEY: await installation.keyWith(['rules:read']) }
    const args = ['rules', 'check', '--language', 'sigma', '--text', 'title: none', '--file', 'a/b.yml']
    const { status, out, err } = await svc(args, keyed)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ faults: expect.anything() })
  })

  test('says on standard error that a list is empty', async () => {
    const { status, out, err } = await svc(['alerts', 'list', '--search', 'no-such-words'], withKey())
    expect({ status, out, err }).toEqual({ status: 0, out: '', err: 'no results\n' })
  })

  test.each([
    [2, ['organisation', 'templates', 'replace', '--name', 'a', '--from-this-tenant', 'rules'], 'did you mean rule?'],
    [2, ['alerts', 'list', '--severty', 'high'], 'did you mean --severity?'],
    [2, ['alrts', 'list'], 'did you mean alerts?'],
    [2, ['cases', 'coments', 'list'], 'did you mean comments?'],
    [2, ['alerts', 'get'], 'takes <id>'],
    [2, ['alerts', 'get', '..'], 'cannot be part of a path'],
    [2, ['cases', 'create', '--title', 'abc', '--severity', 'hihg'], 'did you mean high?'],
    [2, ['alerts', 'list', '--limit', 'many'], 'must be a number'],
    [2, ['alerts', 'list', '--limit'], '--limit needs a value'],
    [2, ['alerts', 'list', '--jsno'], 'did you mean --json?'],
    [2, ['alerts', 'list', '--json=maybe'], '--json must be true or false'],
    [2, ['alerts', 'list', '-limit', '1'], '--limit'],
    [2, ['alerts', 'list', '-s', 'high'], 'there is no flag -s'],
    [2, ['alerts', 'list', 'extra'], 'takes no arguments, not extra'],
    [2, ['alerts', 'list', '--api-key', ''], '--api-key needs a value'],
    [2, ['alerts', 'list', '--api-key', 'svc_ключ'], 'that no key has'],
    [2, ['alerts', 'list', '--profile='], '--profile needs a value'],
    [2, ['alerts', 'list', '--out', 'file'], '--out is for downloads'],
    [2, ['--limit', '1', 'alerts', 'list'], '--limit belongs after the words of a command'],
    [2, ['alerts', '--limit', '1', 'list'], '--limit belongs after the words of a command'],
    [2, ['--nonsense'], '--nonsense'],
    [2, ['login', 'http://127.0.0.1:1', '--emial', 'a@b.example'], 'did you mean --email?'],
    [2, ['login', 'http://127.0.0.1:1', 'extra'], 'no argument extra'],
    [2, ['logout', 'extra'], 'no argument extra'],
    [2, ['doctor', '--nonsense'], 'has no --nonsense'],
    [2, ['profiles', 'remove', 'lab'], 'no argument remove'],
    [2, ['apply', 'a', 'b'], 'no argument b'],
    [2, ['alerts', 'list', '--jq', 'items'], '--jq takes paths'],
    [3, ['rbac', 'roles', 'list'], '403'],
    [4, ['alerts', 'get', '00000000-0000-4000-8000-000000000000'], '404'],
    [5, ['cases', 'create', '--title', 'a', '--severity', 'low'], '422'],
  ] as const)('ends with status %i for %j', async (status, args, message) => {
    expect(await svc(args, withKey())).toMatchObject({ status, out: '', err: expect.stringContaining(message) })
  })

  test('prints its version, and with --json=false a table', async () => {
    for (const args of [['--version'], ['version'], ['-v']])
      expect(await svc(args)).toMatchObject({ status: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    const { out } = await svc(['alerts', 'list', '--json=false', '--limit', '1'], withKey())
    expect(out).toMatch(/^id\ttitle/)
  })

  test('selects with --jq from what --json prints, and from the list or its page', async () => {
    const titles = async (jq: string, ...more: string[]) => {
      const args = ['alerts', 'list', '--limit', '2', '--jq', jq, ...more]
      return (await svc(args, withKey())).out.trim().split('\n')
    }
    const two = await titles('.title')
    expect(two).toHaveLength(2)
    expect(await titles('.[].title')).toEqual(two)
    expect(await titles('.items[].title')).toEqual(two)
    expect(await titles('.items[] | .title')).toEqual(two)
    expect(await titles('.[0].title')).toEqual([two[0]])
    expect(await titles('.title,.severity')).toHaveLength(4)
    expect((await titles('.next_cursor'))[0]).toMatch(/^[\w-]+/)
    const all = await titles('.title', '--all')
    expect([all.length, all.slice(0, 2)]).toEqual([ALERTS, two])
    expect(await titles('.[-1].title', '--all')).toEqual([all.at(-1)])
    const none = await svc(['alerts', 'list', '--search', 'no-such-words', '--jq', '.title'], withKey())
    expect([none.status, none.out]).toEqual([0, ''])
  })

  test('ends with status 7 when nobody answers, and says what to do', async () => {
    const nobody = { SVC_API_URL: 'http://127.0.0.1:1', SVC_API_KEY: 'svc_key' }
    expect(await svc(['alerts', 'list'], nobody)).toMatchObject({
      ...{ status: 7, out: '' },
      err: expect.stringContaining('check the address and the network'),
    })
    const noUrl = { ...nobody, SVC_API_URL: '127.0.0.1:8000' }
    expect(await svc(['alerts', 'list'], noUrl)).toMatchObject({ status: 2, err: expect.stringContaining('http://') })
    expect(await svc(['doctor'], nobody)).toMatchObject({
      status: 1,
      out: expect.stringContaining('do: check the address'),
    })
  })

  test('has help with its flags and an example, each of them', async () => {
    const { out, status } = await svc(['alerts', 'list', '--help'])
    expect([status, out]).toEqual([0, expect.stringMatching(/--severity[\s\S]*svc alerts list --severity high/)])
    expect((await svc(['cases'])).out).toContain('cases comments create')
    expect(await svc(['api'])).toMatchObject({ status: 0, out: expect.stringContaining('alerts list') })
  })
})

test('doctor finds a credential that is no longer good', async () => {
  expect(await svc(['doctor'], withKey())).toMatchObject({
    status: 0,
    out: expect.stringContaining('the API key of SVC_API_KEY is valid'),
  })
  const bad = await svc(['doctor'], { ...withKey(), SVC_API_KEY: 'svc_nobody' })
  expect(bad).toMatchObject({
    status: 1,
    out: expect.stringMatching(/the API key of SVC_API_KEY is refused: it has expired.*\n *do: .*svc api-keys create/),
  })
  const none = await svc(['doctor'], { SVC_API_URL: installation.url, SVC_CLI_CONFIG: path.join(folder, 'none.json') })
  expect(none).toMatchObject({ status: 1, out: expect.stringMatching(/no credential for .*\n *do: svc login http/) })
})

test('doctor names the store that is down, and does not blame what asks it', async () => {
  const subsystems = { postgres: 'down', clickhouse: 'ok', credential_keys: 'down' }
  const problem = { status: 503, title: 'Service Unavailable', detail: 'the database does not answer' }
  const server = createServer(({ url = '' }, response) => {
    const isHealth = url.endsWith('/health')
    const ofIngest = { status: 'degraded', subsystems: { backbone: 'ok', disk: 'down' } }
    const health = url === '/health' ? ofIngest : { status: 'degraded', subsystems }
    response.writeHead(503, { 'content-type': isHealth ? 'application/json' : 'application/problem+json' })
    response.end(JSON.stringify(isHealth ? health : problem))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { status, out } = await svc(['doctor'], { SVC_API_URL: url, SVC_API_KEY: 'svc_key', SVC_INGEST_URL: url })
  server.close()
  expect([status, out]).toEqual([1, expect.stringMatching(/BAD {2}postgres is down\n *do: restart Postgres/)])
  expect(out).toMatch(/BAD {2}credential_keys is down\n *do: repair postgres first/)
  expect(out).toMatch(/BAD {2}ingest: disk is down\n *do: free space/)
  expect(out).toMatch(/could not be checked: .*the database does not answer\n *do: repair what is down first/)
})

test('doctor tells an address that leads elsewhere from one that leads nowhere', async () => {
  const other = createServer((_, response) => response.end('<html>'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(other.address() as AddressInfo).port}`
  const remedyOf = async (url: string) => {
    const { status, out } = await svc(['doctor'], { SVC_API_URL: url, SVC_API_KEY: installation.key })
    return [status, /do: ([^,:]*)/.exec(out)?.[1]]
  }
  try {
    expect(await remedyOf(`http://${host}`)).toEqual([1, 'check the address and its port'])
    expect(await remedyOf(`https://${host}`)).toEqual([1, 'it does not use TLS'])
    expect(await remedyOf(`${installation.url}/api/v1`)).toEqual([0, undefined])
  } finally {
    other.close()
  }
})

test('a download goes to a file', async () => {
  const id = (
    await svc(['cases', 'create', '--title', 'With a file', '--severity', 'low', '--jq', '.id'], withKey())
  ).out.trim()
  const made = await svc(['cases', 'attachments', 'create', id, '--file', BIN, '--jq', '.id'], withKey())
  const out = path.join(folder, 'download')
  await svc(['cases', 'attachments', 'get', id, made.out.trim(), '--out', out], withKey())
  expect(readFileSync(out, 'utf8')).toBe(readFileSync(BIN, 'utf8'))
})

test('a download that breaks off leaves no file, and ends with status 7', async () => {
  const broken = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-length': 100 })
    response.write('{"half":', () => response.destroy())
  })
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
  const out = path.join(folder, 'broken')
  const ran = await svc(['audit', 'export', '--out', out], { SVC_API_URL: url, SVC_API_KEY: 'svc_key' })
  broken.close()
  expect(ran).toMatchObject({ status: 7, err: expect.stringContaining('was cut off') })
  expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false])
})

test('a page of another server is no empty list', async () => {
  const other = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<html>Sign in'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const ran = await svc(['alerts', 'list'], { SVC_API_URL: url, SVC_API_KEY: 'svc_key' })
  other.close()
  expect(ran).toMatchObject({ status: 1, out: '', err: expect.stringContaining('is not the API of svc') })
})

test('goes through the proxy of the environment, but not to this machine', async () => {
  const { hostname, port } = new URL(installation.url)
  const targets: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket) => {
    targets.push(url)
    const there = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    socket.pipe(there).pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const by = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
  const elsewhere = { ...by, SVC_API_URL: 'http://svc.invalid:8000', SVC_API_KEY: installation.key }
  expect(await svc(['alerts', 'list', '--limit', '1'], elsewhere)).toMatchObject({ status: 0 })
  expect(await svc(['alerts', 'list', '--limit', '1'], { ...withKey(), ...by })).toMatchObject({ status: 0 })
  proxy.closeAllConnections()
  proxy.close()
  expect(targets).toEqual(['svc.invalid:8000'])
})

test('completions are commands, flags and values', () => {
  expect(completions(['alerts', 'l'])).toEqual(['list'])
  expect(completions(['al'])).toContain('alerts')
  expect(completions(['alerts', 'list', '--sev'])).toEqual(['--severity'])
  expect(completions(['cases', 'create', '--severity', 'h'])).toEqual(['high'])
  expect(completions(['cases', 'create', '--bo'])).toEqual(['--body'])
  expect(completions(['alerts', 'list', '--api'])).toEqual(['--api-url', '--api-key'])
  expect(completions(['completion', 'z'])).toEqual(['zsh'])
  expect(completions(['apply', '--pl'])).toEqual(['--plan'])
  expect(completions(['man', 'alerts', 'l'])).toEqual(['list'])
  expect(operations().every(({ words }) => completions([...words.slice(0, -1), words.at(-1) ?? '']).length > 0)).toBe(
    true,
  )
})

test('what there is to do with investigations is in one group', async () => {
  expect(completions(['investigations', ''])).toEqual(
    expect.arrayContaining(['start', 'list', 'ledger', 'replay', 'questions', 'answer', 'compare', 'of-alert']),
  )
  const id = (
    await svc(['cases', 'create', '--title', 'A dump', '--severity', 'high', '--jq', '.id'], withKey())
  ).out.trim()
  const run = (await svc(['investigations', 'start', id, '--jq', '.id'], withKey())).out.trim()
  expect((await svc(['investigations', 'list', '--json', '--jq', '.items[].id'], withKey())).out).toContain(run)
  expect((await svc(['investigations', 'list', '--status', 'running', '--json'], withKey())).out).not.toContain(run)
  expect((await svc(['investigations', 'ledger', id, '--jq', '.runs[].run.id'], withKey())).out).toContain(run)
  expect((await svc(['investigations', 'replay', id, '--run-id', run, '--jq', '.is_same'], withKey())).out).toBe(
    'true\n',
  )
  expect(await svc(['investigations', 'questions', '--json'], withKey())).toMatchObject({ status: 0, out: '' })
  const stranger = { SVC_API_URL: installation.url, SVC_API_KEY: installation.strangerKey }
  expect(await svc(['investigations', 'list', '--json'], stranger)).toMatchObject({ status: 0, out: '' })
})

test('a table fits the terminal, and holds nothing that steers it', () => {
  const rows = [
    { id: 'x'.repeat(36), title: `red \u001b[31m${'long '.repeat(60)}`, severity: 'high', evil: '\u202egnp.exe' },
  ]
  const lines = tableText(rows, 80).split('\n')
  expect(lines.every((line) => [...line].length <= 80)).toBe(true)
  expect(tableText(rows, undefined)).toContain('\\u001b[31m')
  for (const char of ['\u001b', '\u202e']) expect(tableText(rows, undefined)).not.toContain(char)
  expect(printable('a\nb\tc\u0007', '\n\t')).toBe('a\nb\tc\\u0007')
})

test('parts of an answer are chosen by paths', () => {
  const value = { items: [{ a: 1, 'b-c': [2, 3] }, { a: null }] }
  expect(select(value, '.items[].a')).toEqual([1, null])
  expect(select(value, '.items[0].b-c[-1], .items[1]')).toEqual([3, { a: null }])
  expect(select(value, '.nothing.at.all')).toEqual([null])
  expect(select(value, '.')).toEqual([value])
  expect(() => select(value, '.items | length')).toThrow('--jq takes paths')
})

describe('configuration as files', () => {
  const configured = path.join(folder, 'configuration')
  let keyed: Record<string, string>
  beforeAll(async () => {
    const scopes = ['rules', 'playbooks', 'settings'].flatMap((area) => [`${area}:read`, `${area}:write`])
    const key = await installation.keyWith([...scopes, 'hunts:read', 'alerts:read'])
    keyed = { SVC_API_URL: installation.url, SVC_API_KEY: key }
  })
  const applied = (...args: string[]) => svc(['apply', configured, ...args], keyed)
  const put = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(configured, file)), { recursive: true })
    writeFileSync(path.join(configured, file), content)
  }

  test('is shown, applied, and pulled as it was', async () => {
    put('sla.yaml', 'high: { mttr_target: 60 }\n')
    put(
      'playbooks/wait.yaml',
      'name: Wait\ntrigger: { on: manual }\nsteps: [{ id: a, type: wait, params: { seconds: "9" } }]\n',
    )
    const planned = await applied('--plan', '--exit-code')
    expect(planned).toMatchObject({
      status: 2,
      out: expect.stringContaining('+ playbook Wait\n+ sla_target high\n2 to create'),
    })
    expect(await applied()).toMatchObject({ status: 2, err: expect.stringContaining('--yes is required') })
    expect(await applied('--yes')).toMatchObject({ status: 0, out: expect.stringContaining('applied') })
    expect(await applied('--plan', '--exit-code')).toMatchObject({
      status: 0,
      out: '0 to create, 0 to change, 0 to remove, 2 unchanged\n',
    })
    put('sla.yaml', 'high: { mttr_target: 30 }\n')
    expect((await applied('--plan')).out).toContain('~ sla_target high\n    @@')
    const pulled = path.join(folder, 'pulled')
    // Kinds that the credential may not read are named, and the others written.
    expect(await svc(['pull', pulled], keyed)).toMatchObject({
      status: 0,
      err: expect.stringContaining('left out: role'),
    })
    expect(readFileSync(path.join(pulled, 'playbooks/wait.yaml'), 'utf8')).toContain('name: Wait')
  })

  test('is the same from Windows and macOS, and another encoding than UTF-8 is refused', () => {
    const dir = (name: string) => path.join(folder, 'lines', name)
    const text = 'title: Größe\nid: 11111111-2222-4333-8444-555555555555\n'
    for (const one of ['unix', 'windows', 'latin']) mkdirSync(path.join(dir(one), 'rules'), { recursive: true })
    writeFileSync(path.join(dir('unix'), 'rules/größe.yml'.normalize('NFC')), text)
    writeFileSync(
      path.join(dir('windows'), 'rules/größe.yml'.normalize('NFD')),
      `\uFEFF${text.replaceAll('\n', '\r\n')}`,
    )
    writeFileSync(path.join(dir('latin'), 'rules/a.yml'), Buffer.from(text, 'latin1'))
    expect(readDocuments(dir('windows'))).toEqual(readDocuments(dir('unix')))
    expect(() => readDocuments(dir('latin'))).toThrow('a.yml is not UTF-8')
  })

  test('has connectors whose secrets are references, and every kind that the API knows', async () => {
    const connectors = path.join(folder, 'connectors')
    mkdirSync(connectors)
    const file = path.join(connectors, 'connectors.yaml')
    writeFileSync(file, 'Okta: { type: okta, auth_config: { client_id: me, api_token: { env: OKTA_TOKEN } } }\n')
    process.env.OKTA_TOKEN = 'secret-of-okta'
    const { documents, references } = readDocuments(connectors)
    expect(documents).toEqual([
      {
        kind: 'connector',
        name: 'Okta',
        spec: { type: 'okta', identifiers: { client_id: 'me' }, secrets: ['api_token'] },
      },
    ])
    expect(readSecrets(references)).toEqual({ values: { Okta: { api_token: 'secret-of-okta' } }, absent: [] })
    delete process.env.OKTA_TOKEN
    expect(readSecrets(references)).toEqual({ values: {}, absent: ['OKTA_TOKEN'] })
    writeFileSync(file, 'Okta: { type: okta, auth_config: { api_token: { vault: x } } }\n')
    expect(() => readDocuments(connectors)).toThrow('api_token of Okta')
    const again = path.join(folder, 'connectors-again')
    expect(writeDocuments(again, documents)).toBe(1)
    expect(readDocuments(again).documents).toEqual(documents)
    for (const kind of kinds()) {
      const spec = kind === 'rule' ? { text: 'title: x' } : { type: 'x' }
      const name = /^(?:placeholders|branding)$/.test(kind) ? kind : 'a.yml'
      const own = path.join(folder, 'kinds', kind)
      expect([kind, writeDocuments(own, [{ kind, name, spec }])]).toEqual([kind, 1])
      expect(readDocuments(own).documents.map((one) => one.kind)).toEqual([kind])
    }
  })

  test('that cannot be read is named with its file, and nothing is asked of the installation', async () => {
    put('hunts/none.yaml', 'hypothesis: x\n')
    expect(await applied('--yes')).toMatchObject({ status: 2, err: expect.stringContaining('none.yaml has no title') })
    put('hunts/none.yaml', 'title: [\n')
    expect(await applied('--yes')).toMatchObject({ status: 2, err: expect.stringContaining('none.yaml:') })
    expect(await svc(['apply', path.join(folder, 'nowhere')], keyed)).toMatchObject({ status: 2 })
  })
})
