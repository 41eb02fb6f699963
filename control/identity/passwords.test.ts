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

test('work that fails gives its place back', async () => {
  const slots = openHashSlots(1, 1)
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.run(async () => 'next')).toBe('next')
})

test('a password has 8 to 256 characters and is not the name of its user', () => {
  const user = { email: 'ada@acme.example', username: 'adalovelace' }
  for (const bad of ['1234567', 'x'.repeat(257), 'AdaLovelace', 'ada@acme.example'])
    expect(() => checkPassword(bad, user)).toThrow(expect.objectContaining({ status: 422 }))
  for (const good of ['12345678', 'x'.repeat(256)]) expect(() => checkPassword(good, user)).not.toThrow()
})
