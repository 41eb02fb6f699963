import { expect, test } from 'vitest'
// @ts-expect-error it is plain JavaScript, for any Node
import { flagsOfCommand } from '../bin/bootstrap.mjs'
import { flagsOf } from '../platform/node-flags.ts'

test.each([
  [['start', 'pipeline'], true],
  [['start', 'pipeline'], false],
  [['start', 'ingest', 'relay'], true],
  [['start', 'api', 'chainer'], true],
  [['start', 'api', 'chainer'], false],
])('npx svc %s starts with the flags of its roles, on Kafka: %s', (args, isKafka) => {
  expect(flagsOfCommand(args, isKafka)).toEqual(flagsOf(args.slice(1), isKafka))
})
