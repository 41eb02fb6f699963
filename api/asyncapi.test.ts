import { readFileSync } from 'node:fs'
import specs from '@asyncapi/specs'
import { Ajv, type AnySchema } from 'ajv'
import { expect, test } from 'vitest'
import { TOPICS } from '../schemas/topics.ts'
import { ASYNCAPI_FILE, asyncapiText } from './asyncapi-document.ts'
import { CHANNELS } from './realtime/channels.ts'

const document = JSON.parse(asyncapiText())

test('the committed document equals the generated one', () => {
  const isCurrent = readFileSync(ASYNCAPI_FILE, 'utf8') === asyncapiText()
  expect(isCurrent, 'run: npx svc asyncapi --out schemas/asyncapi/asyncapi.json').toBe(true)
})

test('it is AsyncAPI 3.0, and all of its references resolve', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const isValid = ajv.compile(specs.schemasWithoutId['3.0.0'] as AnySchema)
  expect([isValid(document), isValid.errors]).toEqual([true, null])
  for (const [, pointer = ''] of asyncapiText().matchAll(/"\$ref": "#\/([^"]+)"/g)) {
    const found = pointer.split('/').reduce((at: Record<string, unknown> | undefined, name) => {
      return at?.[name] as Record<string, unknown> | undefined
    }, document)
    expect([pointer, typeof found]).toEqual([pointer, 'object'])
  }
})

test('it lists every stream and every topic', () => {
  expect(Object.keys(document.channels)).toEqual(
    expect.arrayContaining([
      ...CHANNELS.map((channel) => `stream-${channel}`),
      ...Object.values(TOPICS).map(({ name }) => name),
    ]),
  )
})

test('every stream message and webhook has an example that is valid by its schema', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const hook = Object.values(document.channels['honeytoken-webhook'].messages)
  for (const message of [...Object.values(document.components.messages), ...hook] as Message[]) {
    expect([message.name, message.examples?.length]).toEqual([message.name, 1])
    const isValid = ajv.compile(message.payload)
    for (const { payload } of message.examples ?? [])
      expect([message.name, isValid(payload), isValid.errors]).toEqual([message.name, true, null])
  }
})

type Message = {
  readonly name: string
  readonly payload: AnySchema
  readonly examples?: readonly { readonly payload: unknown }[]
}
