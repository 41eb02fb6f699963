import { expect, test } from 'vitest'
import { drain } from './drain.ts'

test('what is added while another is sent is sent in the same pass', async () => {
  const waiting = ['acknowledge']
  const sent: string[] = []
  await drain(
    () => waiting[0],
    async (one) => {
      if (one === 'acknowledge') waiting.push('seen')
      sent.push(one)
      waiting.shift()
      return true
    },
  )
  expect(sent).toEqual(['acknowledge', 'seen'])
})

test('one that is not sent keeps those after it waiting', async () => {
  const waiting = ['a', 'b']
  await drain(
    () => waiting[0],
    async () => false,
  )
  expect(waiting).toEqual(['a', 'b'])
})
