import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import type { Sender } from './authenticate.ts'
import { BodyPool } from './body-pool.ts'
import type { Context } from './context.ts'
import { InFlightBytes } from './in-flight.ts'
import { type PushDeps, receive } from './receive.ts'

const acme = tenantId('acme')

test('processes a body in its tenant’s turn, and counts its bytes for the tenant until then', async () => {
  const inFlight = new InFlightBytes(100)
  const turn = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<[string, number]>()
  const reserve = (tenant: string, bytes: number) => {
    arrived.resolve([tenant, bytes])
    return turn.promise
  }
  const room = { proven: () => undefined }
  const ingest = { inFlight, pool: new BodyPool(false), turns: { waitForTurn: reserve }, room } as unknown as PushDeps
  const request = Object.assign(Readable.from([Buffer.from('{"a":1}\n')]), {
    headers: {},
  }) as unknown as IncomingMessage
  const context = { request, inviteBody: () => undefined } as unknown as Context
  const sender = { tenantId: acme, hmacSecret: null } as unknown as Sender
  const looked: string[] = []
  const received = receive(ingest, context, sender, {
    ...{ wireBytesMax: 100, decodedBytesMax: 100, signatureHeaders: [] },
    judge: (body) => {
      looked.push(body.toString())
      return null
    },
  })
  expect(await arrived.promise).toEqual(['acme', 8])
  expect(looked).toEqual([])
  expect(() => inFlight.expect(acme, 43), 'it holds 8 of its half').toThrow()
  turn.resolve()
  expect(await received).toBeNull()
  expect(looked).toEqual(['{"a":1}\n'])
  expect(inFlight.held).toBe(0)
})
