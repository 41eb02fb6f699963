/** Tests the lint rule that allows connections to other machines only in `platform/egress`: a typo could disable it. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const BIOME = path.join(ROOT, 'node_modules/.bin/biome')
const LINE = /^(\S+):\d+:\d+ lint\/style\/noRestricted(?:Globals|Imports) /gm

/** The files that the rule rejects, in a project with these files and the settings of this one. */
function refused(files: Readonly<Record<string, string>>): string[] {
  const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-lint-'))
  try {
    fs.copyFileSync(path.join(ROOT, 'biome.json'), path.join(dir, 'biome.json'))
    for (const [file, source] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
      fs.writeFileSync(path.join(dir, file), source)
    }
    const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--colors=off', '.']
    const { stdout, stderr } = spawnSync(BIOME, args, { cwd: dir, encoding: 'utf8', timeout: 60_000 })
    return [...new Set([...`${stdout}${stderr}`.matchAll(LINE)].map(([, file = '']) => file))].sort()
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
}

const LEAKS = [
  "await fetch('https://feed.example')",
  "export const socket = new WebSocket('wss://feed.example')",
  "export const events = new EventSource('https://feed.example')",
  "import { request } from 'node:http'\nrequest('http://feed.example')",
  "import { type IncomingMessage, get as ask } from 'node:http'\nask('http://feed.example', (_: IncomingMessage) => {})",
  "import http from 'node:http'\nhttp.get('http://feed.example')",
  "import { get } from 'node:https'\nget('https://feed.example')",
  "import { connect } from 'node:http2'\nconnect('https://feed.example')",
  "import { connect } from 'node:net'\nconnect(443, 'feed.example')",
  "import tls from 'node:tls'\ntls.connect(443)",
  "import { createSocket } from 'node:dgram'\ncreateSocket('udp4')",
  "import * as http from 'node:http'\nhttp.get('http://feed.example')",
  "export const tls = await import('node:https')",
  "import { request } from 'undici'\nrequest('https://feed.example')",
]
const named = (folder: string) => Object.fromEntries(LEAKS.map((source, n) => [`${folder}/leak-${n}.ts`, source]))

test('only platform/egress opens connections to other machines', () => {
  const folders = [
    'api/rest',
    'connectors/vendors/aws',
    'control/detect/intel',
    'pipeline/sinks/lake',
    'platform',
    'services/roles',
  ]
  const leaks = Object.assign({}, ...folders.map(named))
  expect(refused(leaks)).toEqual(Object.keys(leaks).sort())
})

test('servers, types, and calls to svc itself from the command line, tests and benches are allowed', () => {
  const free = {
    'api/server.ts':
      "import { createServer, type IncomingMessage } from 'node:http'\nexport const s = createServer((_: IncomingMessage) => {})",
    'api/name.ts': "import { isIP } from 'node:net'\nexport const is = isIP('::1')",
    'platform/egress/client.ts': LEAKS[6] ?? '',
    'control/detect/intel/feed.test.ts': LEAKS[0] ?? '',
    ...named('services/cli'),
    ...named('bench'),
    ...named('test/e2e'),
  }
  expect(refused(free)).toEqual([])
})
