import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { fernetDecrypt, fernetKey } from '../../../platform/fernet.ts'
import { openAuthConfig, openVault, saveAuthConfig, vaultKeys, viewAuthConfig } from './index.ts'

const newKey = () => `${randomBytes(32).toString('base64url')}=`
const use = { tenantId: 'acme', connectorId: 'okta-1', caller: 'connector:poll' }
const SECRET = 'swordfish & co'

let lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
beforeEach(() => {
  lines = []
})

const vaultOf = (configured: string) => openVault(vaultKeys(configured, false, log), log)

describe('the vault', () => {
  test('stores a Fernet token behind its prefix, which any other Fernet reads', () => {
    const key = newKey()
    const stored = vaultOf(key).encrypt(SECRET, use)
    expect(stored).toMatch(/^vault:v1:gAAAA/)
    expect(fernetDecrypt(fernetKey(key), stored.slice('vault:v1:'.length))).toBe(SECRET)
    expect(vaultOf(key).decrypt(stored, use)).toBe(SECRET)
  })

  test('encrypts under the newest key, decrypts under all, and reseals saved secrets under the newest', () => {
    const [older, newer] = [newKey(), newKey()]
    const stored = vaultOf(older).encrypt(SECRET, use)
    const both = vaultOf(`${newer}, ${older}`)
    expect(both.decrypt(stored, use)).toBe(SECRET)
    const renewed = both.renew(stored, use)
    expect(vaultOf(newer).decrypt(renewed, use)).toBe(SECRET)
    expect(both.renew(renewed, use)).toBe(renewed)
    expect(() => vaultOf(newer).decrypt(stored, use)).toThrow('invalid token')
  })

  test.each(['', 'swordfish', 'vault:v1:', 'vault:v1:gAAAA', 'vault:v2:gAAAA'])('refuses "%s"', (stored) => {
    expect(() => vaultOf(newKey()).decrypt(stored, use)).toThrow(expect.objectContaining({ code: 'secret_unreadable' }))
  })

  test('logs each use with connector, tenant, caller and bytes, and never the text', () => {
    const vault = vaultOf(newKey())
    vault.decrypt(vault.encrypt(SECRET, use), use)
    const logged = { tenant_id: 'acme', connector_id: 'okta-1', caller: 'connector:poll', bytes: SECRET.length }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ...logged, msg: 'vault.encrypt' },
      { ...logged, msg: 'vault.decrypt' },
    ])
    expect(lines.join()).not.toContain('swordfish')
  })

  test('starts without a key in development only, and says that the key is ephemeral', () => {
    expect(() => vaultKeys(null, false, log)).toThrow(expect.objectContaining({ code: 'bad_config' }))
    expect(lines).toEqual([])
    const keys = vaultKeys(null, true, log)
    expect(openVault(keys, log).isEphemeral).toBe(true)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, vault_key: 'ephemeral' })
    expect(vaultOf(newKey()).isEphemeral).toBe(false)
  })

  test.each(['', 'short', `${newKey()},`, Array.from({ length: 17 }, newKey).join()])('refuses keys "%s"', (keys) => {
    expect(() => vaultKeys(keys, true, log)).toThrow(expect.objectContaining({ code: 'bad_config' }))
  })
})

describe('an auth_config', () => {
  const [older, newer] = [newKey(), newKey()]
  const authConfig = { client_id: 'c-1', client_secret: SECRET, nobody_thought_of: 'hidden' }

  test('is stored with its identifiers plain and everything else in the vault', () => {
    const vault = vaultOf(older)
    const stored = saveAuthConfig(vault, authConfig, {}, use)
    expect(stored.client_id).toBe('c-1')
    expect(JSON.stringify(stored)).not.toMatch(/swordfish|hidden/)
    expect(openAuthConfig(vault, stored, use)).toEqual(authConfig)
    expect(viewAuthConfig(stored)).toEqual({
      identifiers: { client_id: 'c-1' },
      secretsSet: ['client_secret', 'nobody_thought_of'],
    })
  })

  test('keeps fields missing from a save, under the newest key, and drops null fields', () => {
    const stored = saveAuthConfig(vaultOf(older), authConfig, {}, use)
    const saved = saveAuthConfig(
      vaultOf(`${newer},${older}`),
      { client_id: 'c-2', nobody_thought_of: null },
      stored,
      use,
    )
    expect(openAuthConfig(vaultOf(newer), saved, use)).toEqual({ client_id: 'c-2', client_secret: SECRET })
  })

  test.each([
    { client_id: 'vault:v1:x' },
    { password: 'vault:v1:x' },
    { password: 'x'.repeat(65_537) },
    Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`f${i}`, 'x'])),
  ])('is refused past its bounds and when a value looks like the vault’s own', (fields) => {
    expect(() => saveAuthConfig(vaultOf(older), fields, {}, use)).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    )
  })
})
