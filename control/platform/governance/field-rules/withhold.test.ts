import { expect, test } from 'vitest'
import { type Members, withhold } from './withhold.ts'

test('ids, times and names of our schema stay whole where a short hidden value is part of them', () => {
  const record: Members = {
    id: 'e183ad2e-4ac5-8495-baf8-123ef06f40ae',
    user: '202',
    alias: ['crea', '123'],
    created_at: '2026-11-30T11:02:18.113Z',
    title: 'Sign-in of 202, known as crea',
    counts: { crea: 3, 'crea@acme.example': 1 },
  }
  const hidden = (name: string) => ({ name, path: [name], treatment: 'mask' as const })
  expect(withhold(record, [hidden('user'), hidden('alias')])).toEqual(['user', 'alias'])
  expect(record).toEqual({
    id: 'e183ad2e-4ac5-8495-baf8-123ef06f40ae',
    user: '•••',
    alias: ['••••', '•••'],
    created_at: '2026-11-30T11:02:18.113Z',
    title: 'Sign-in of •••, known as ••••',
    counts: { '••••': 3, '••••@acme.example': 1 },
  })
})

test('an id or a time is hidden where it is the hidden value itself', () => {
  const at = '2026-11-30T11:02:18.113Z'
  const record: Members = { seen: at, last_seen: at, id: 'e183ad2e-4ac5-8495-baf8-123ef06f40ae' }
  withhold(record, [{ name: 'seen', path: ['seen'], treatment: 'redact' }])
  expect(record).toMatchObject({ seen: '[redacted]', last_seen: '[redacted]' })
})
