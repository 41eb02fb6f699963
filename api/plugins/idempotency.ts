import type { FastifyRequest } from 'fastify'
import { type NoteAct, once as onceByKey, type Repeatable } from '../../control/platform/acting/index.ts'
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'

const KEY = /^[A-Za-z0-9._:/-]{1,128}$/

/** Does the work of a request once for its Idempotency-Key; without a key each time. */
export function once<T>(tx: TenantTx, request: FastifyRequest, note: NoteAct, work: () => Promise<T>): Promise<T> {
  assert(request.routeOptions.config.idempotent === true, `${request.routeOptions.url} declares that it is idempotent`)
  const repeatable = repeatableOf(request)
  return repeatable === undefined ? work() : onceByKey(tx, repeatable, note, work)
}

/** Throws `bad_request` for a key out of form. */
export function repeatableOf(request: FastifyRequest): Repeatable | undefined {
  const key = keyOf(request)
  if (key === undefined) return undefined
  return { route: `${request.method} ${request.routeOptions.url ?? ''}`, key, body: request.body }
}

export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  throw new AppError('bad_request', 'an Idempotency-Key is 1 to 128 of A-Z, a-z, 0-9 and . _ : / -')
}
