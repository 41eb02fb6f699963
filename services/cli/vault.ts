/** `svc vault status|reseal`: which credential key secrets are under, and moving them to the newest. */
import { recordIn } from '../../control/platform/acting/index.ts'
import { resealAll } from '../../control/platform/key-rotation/index.ts'
import { type KeyRing, keyRing, lookAtKeys } from '../../control/platform/vault/index.ts'
import { sealerOf } from '../../platform/seal.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { targets } from './connect.ts'
import { formatted } from './kql/formats.ts'

const COLUMNS = ['key', 'is', 'needed for', 'column', 'secrets']

/** A row for each key and column; status 1 when a key is missing or a secret cannot be opened. */
export async function runVaultStatus({ format }: { readonly format: string }): Promise<void> {
  const write = formatted(format)
  const rows = await withRing(async (pool, ring) => {
    const uses = await lookAtKeys(pool, ring)
    const found = uses.map(({ keyId, serves, column, secrets }) => ({
      is: roleOf(ring, keyId),
      row: [keyId ?? '-', roleOf(ring, keyId), serves, column, String(secrets)],
    }))
    if (found.some(({ is }) => is === 'missing' || is === 'unreadable')) process.exitCode = 1
    const unused = ring.ids.filter((id) => uses.every(({ keyId }) => keyId !== id))
    return [...found.map(({ row }) => row), ...unused.map((id) => [id, roleOf(ring, id), 'nothing', '-', '0'])]
  })
  const columns = COLUMNS.map((name) => ({ name, type: 'string' as const }))
  for (const piece of write(columns, rows)) process.stdout.write(piece)
}

/** Status 1 when a secret could not be opened. */
export async function runVaultReseal(): Promise<void> {
  await withRing(async (pool, ring, audit) => {
    const done = await resealAll({ pool, ring, audit })
    for (const { column, resealed, unreadable } of done) {
      if (resealed > 0) console.log(`${column}: ${resealed} re-encrypted`)
      if (unreadable > 0) process.stderr.write(`${column}: ${unreadable} cannot be decrypted with any key\n`)
    }
    if (done.some(({ unreadable }) => unreadable > 0)) process.exitCode = 1
    const uses = await lookAtKeys(pool, ring)
    const isMoved = uses.every(({ keyId }) => keyId === ring.ids[0])
    const others = ring.ids.slice(1).filter((id) => uses.every(({ keyId }) => keyId !== id))
    if (isMoved) console.log(`everything is under key ${ring.ids[0]}`)
    if (others.length > 0) console.log(`no longer needed in SVC_CREDENTIAL_KEY: ${others.join(', ')}`)
  })
}

function roleOf(ring: KeyRing, keyId: string | null): 'newest' | 'older' | 'missing' | 'unreadable' {
  if (keyId === null) return 'unreadable'
  if (keyId === ring.ids[0]) return 'newest'
  return ring.ids.includes(keyId) ? 'older' : 'missing'
}

async function withRing<T>(
  work: (pool: Postgres, ring: KeyRing, audit: ReturnType<typeof recordIn>) => Promise<T>,
): Promise<T> {
  const { config, databaseUrl } = targets()
  const keys = credentialKey(config)
  const pool = openPostgres({ url: databaseUrl, poolSize: 2 })
  try {
    return await work(pool, keyRing(keys), recordIn(sealerOf(keys)))
  } finally {
    await pool.end()
  }
}
