import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { config } from '../config.ts'
import { keyOfDataFolder } from './credential-key.ts'

let dir = ''
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-credential-key-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const keyWith = (env: NodeJS.ProcessEnv = {}) => keyOfDataFolder(config({ SVC_DATA_DIR: dir, ...env }))

function makeDatabase(): void {
  const cluster = path.join(dir, 'postgres', 'cluster')
  fs.mkdirSync(cluster, { recursive: true })
  fs.writeFileSync(path.join(cluster, 'PG_VERSION'), '18\n')
}

test('a new folder gets a key, and keeps it', () => {
  const made = keyWith()
  makeDatabase()
  expect(keyWith()).toBe(made)
})

test('a key that was lost is not replaced while a database is sealed with it', () => {
  makeDatabase()
  const file = path.join(dir, 'credential.key')
  expect(() => keyWith()).toThrow(`${file} is missing`)
  expect(fs.existsSync(file)).toBe(false)
  const another = `${Buffer.alloc(32, 7).toString('base64url')}=`
  expect(keyWith({ SVC_CREDENTIAL_KEY: another })).toBe(another)
  expect(keyWith({ DATABASE_URL: 'postgres://elsewhere/svc' })).toHaveLength(44)
})

test.each(['', 'x', 'AAAA'])('a file that holds %j is named, and left as it is', (text) => {
  const file = path.join(dir, 'credential.key')
  fs.writeFileSync(file, text)
  expect(() => keyWith()).toThrow(`${file} is damaged`)
  expect(fs.readFileSync(file, 'utf8')).toBe(text)
})
