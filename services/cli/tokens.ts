import {
  findToken,
  type Minted,
  mintPushToken,
  type PushMint,
  type TokenDeps,
} from '../../control/identity/tokens/index.ts'
import { sealerOf } from '../../platform/seal.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { targets } from './connect.ts'

export type MintOptions = { tenant: string; template?: string; label?: string; hmacSecret?: string; rotate?: boolean }

/** Prints the token alone on stdout; what else happened goes to stderr. */
export async function mint(options: MintOptions): Promise<void> {
  const minted = await mintFor({
    tenant: options.tenant,
    ...(options.template === undefined ? {} : { templateId: options.template }),
    ...(options.label === undefined ? {} : { label: options.label }),
    ...(options.hmacSecret === undefined ? {} : { hmacSecret: options.hmacSecret }),
    ...(options.rotate ? { rotate: true } : {}),
  })
  if (minted.tenantCreated) process.stderr.write(`tenant ${options.tenant} is new\n`)
  console.log(minted.token)
}

export function mintFor(request: PushMint): Promise<Minted> {
  return withTokens((deps) => mintPushToken(deps, request))
}

/** Returns the tenant of a token, undefined when the token is unknown. */
export async function tenantOfToken(token: string): Promise<string | undefined> {
  return (await withTokens((deps) => findToken(deps, token)))?.tenantId
}

async function withTokens<T>(work: (deps: TokenDeps) => Promise<T>): Promise<T> {
  const { config, databaseUrl } = targets()
  const pool = openPostgres({ url: databaseUrl, poolSize: 2 })
  try {
    return await work({ pool, sealer: sealerOf(credentialKey(config)) })
  } finally {
    await pool.end()
  }
}
