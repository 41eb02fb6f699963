import { expect, test } from 'vitest'
import { openTestIngest } from '../../ingest/http/test-ingest.ts'
import { report } from './dead-letters.ts'
import { pushBody, refusedBody } from './push-body.ts'
import { useCommand } from './testing.ts'

const command = useCommand()

test('rejected letters make the exit status 1', () => {
  report({ letters: 2, accepted: 2, rejected: 0, errors: [] }, [])
  expect(process.exitCode ?? 0).toBe(0)
  report({ letters: 2, accepted: 1, rejected: 1, errors: ['event 2: not_an_object'] }, [])
  expect(process.exitCode).toBe(1)
  expect(command.stderr).toBe('event 2: not_an_object\n')
})

test('letters of an unknown format are counted, and the others are replayed', async () => {
  const ingest = await openTestIngest()
  const push = (sourceFormat: string) =>
    pushBody(
      { url: ingest.url, token: 'push' },
      { connectorId: 'fw', connectorType: 'x', sourceFormat },
      { body: Buffer.from('{"n":1}'), type: 'application/x-ndjson' },
    ).catch((error: unknown) => refusedBody(error, 1))
  expect(await push('no-such-format')).toMatchObject({ accepted: 0, rejected: 1 })
  expect(await push('json')).toMatchObject({ accepted: 1, rejected: 0 })
  await ingest.close()
})
