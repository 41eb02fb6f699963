import { expect, test } from 'vitest'
import { placeOfJob, placeOfSaved } from './place.ts'

const JOB: Parameters<typeof placeOfJob>[0] = {
  ...{ id: 'j', query: 'user:kim', language: 'lucene', fields: ['host'] },
  ...{ from_time: '1970-01-01T00:00:00.000Z', to_time: '2026-11-02T00:00:00.000Z' },
}

test('a search that goes on is opened with its time and columns, and SQL with its text alone', () => {
  expect(placeOfJob(JOB)).toMatchObject({ job: 'j', from: JOB.from_time, to: JOB.to_time, columns: 'host' })
  expect(placeOfJob({ ...JOB, language: 'sql', query: 'SELECT 1', fields: [] })).toEqual({
    ...{ job: 'j', query: 'SELECT 1', language: 'sql' },
    values: undefined,
  })
})

test.each([
  ['lucene', undefined],
  ['kql', 'kql'],
  ['sql', 'sql'],
] as const)('a saved search in %s is opened over as many hours as it was saved with', (language, shown) => {
  const place = placeOfSaved({ query: 'q', language, hours: 48, columns: ['host', 'user'] })
  expect(place).toMatchObject({ query: 'q', language: shown, hours: '48', from: undefined, columns: 'host,user' })
})
