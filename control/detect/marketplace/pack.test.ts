import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EgressRequest } from '../../../platform/egress/client.ts'
import { MARKETPLACE_DIR, openRemote, packCatalogue, readItems } from './index.ts'

const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const expires = new Date(Date.UTC(2026, 1, 1))
const options = { pem, serial: 1, expires }
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-market-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}
const MANIFEST = {
  ...{ slug: 'one', name: 'One', version: '1.0.0', kind: 'hunt', description: 'd', author: 'a', category: 'c' },
  ...{ mitre_techniques: [], tags: [] },
}

test('a reader with the key reads exactly the packed items', async () => {
  const { files, publicKey, items } = packCatalogue(MARKETPLACE_DIR, options)
  const egress = async ({ url }: EgressRequest) => {
    const body = files.get(url.slice('https://market.example/svc/'.length))
    return { status: body ? 200 : 404, headers: {}, body: body ?? Buffer.alloc(0), url }
  }
  const remote = openRemote(egress, { url: 'https://market.example/svc', publicKey }, async (_, serial) => serial)
  const read = await remote.read(expires.getTime() - 1000)
  expect(read.state).toMatchObject({ state: 'ok', reason: null })
  const own = readItems(MARKETPLACE_DIR).items
  expect(read.items.map(({ manifest }) => manifest)).toEqual(own.map(({ manifest }) => manifest))
  expect(read.items).toHaveLength(items)
  for (const [at, item] of read.items.entries()) expect(await remote.open(item)).toEqual(own[at]?.whole)
})

test('an invalid item is refused with its position', () => {
  write('one/item.json', JSON.stringify(MANIFEST))
  write('one/hunts/a.json', '{"title":"a"}')
  write('two/item.json', JSON.stringify({ ...MANIFEST, slug: 'other' }))
  write('two/rules/a.yml', 'x')
  write('three/item.json', '{')
  expect(() => packCatalogue(dir, options)).toThrow(/one\/hunts\/a\.json[\s\S]*/)
  expect(() => packCatalogue(dir, options)).toThrow(/three: /)
  expect(() => packCatalogue(dir, options)).toThrow(/two: its folder is two, its slug other/)
})

test.each([
  ['a path that leads out', { 'hunts/..json': '' }, { version: '1.0' }, /version/],
  ['a file of no kind', { 'notes/a.txt': 'x' }, {}, /files\.0\.path/],
  ['no file', {}, {}, /files/],
  ['a member nobody knows', { 'hunts/a.json': '{}' }, { script: 'x' }, /./],
])('an item with %s is refused, and the others are read', (_, files, more, reason) => {
  write('one/item.json', JSON.stringify({ ...MANIFEST, ...more }))
  for (const [path, text] of Object.entries(files)) write(`one/${path}`, text)
  write('two/item.json', JSON.stringify({ ...MANIFEST, slug: 'two' }))
  write('two/hunts/a.json', '{}')
  const read = readItems(dir)
  expect(read.broken).toMatchObject([{ slug: 'one', reason: expect.stringMatching(reason) }])
  expect(read.items.map(({ manifest }) => manifest.slug)).toEqual(['two'])
})

test('another key than Ed25519 is refused', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' })
  expect(() => packCatalogue(dir, { ...options, pem: rsa.toString() })).toThrow('Ed25519')
  expect(() => packCatalogue(dir, { ...options, pem: 'no key' })).toThrow('PEM')
})
