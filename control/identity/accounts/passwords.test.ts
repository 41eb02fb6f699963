import { expect, test } from 'vitest'
import { checkPassword, openHashSlots } from './passwords.ts'

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

test('hashing runs a few at a time, in the order it came, and past the queue it is refused at once', async () => {
  const slots = openHashSlots(2, 2)
  const gates = [gate(), gate(), gate(), gate()]
  const begun: number[] = []
  const runs = gates.map(({ opened }, n) =>
    slots.run(() => {
      begun.push(n)
      return opened
    }),
  )
  await expect(slots.run(async () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
  expect(begun).toEqual([0, 1])
  gates[0]?.open()
  await runs[0]
  expect(begun).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  await Promise.all(runs)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('work that fails frees its place', async () => {
  const slots = openHashSlots(1, 1)
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.run(async () => 'next')).toBe('next')
})

const owner = { email: 'ada@acme.example', username: 'adalovelace', tenant: 'acme-west' }

test('a password has 8 to 256 characters and is not a name of its user or tenant, however that is dressed', () => {
  for (const bad of ['1234567', 'x'.repeat(257), 'AdaLovelace', 'ada@acme.example', 'adalovelace2026!', '#ACME-West#1'])
    expect(() => checkPassword(bad, owner), bad).toThrow(expect.objectContaining({ status: 422 }))
  expect(() => checkPassword('(ada)12345678', owner)).toThrow('name')
  for (const good of ['wistful!', 'x'.repeat(256), 'adalovelaceandbabbage', '\u{1F511}'.repeat(8)])
    expect(checkPassword(good, owner)).toBe(good)
  // A name without a letter is nobody's, and refuses nothing but itself.
  expect(checkPassword('97531-86420', { ...owner, username: '24680' })).toBe('97531-86420')
})

test('the most common passwords are refused in any case', () => {
  for (const bad of [
    'password',
    'PassWord',
    '12345678',
    'qwerty123',
    'iloveyou',
    'P@ssw0rd',
    'trustno1',
    'sunshine',
    'Football',
  ])
    expect(() => checkPassword(bad, owner), bad).toThrow('common')
  // Full-width letters are the same password once hashed.
  expect(() => checkPassword('\uff50assword', owner)).toThrow('common')
})
