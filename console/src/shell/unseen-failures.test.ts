import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { followUnseenFailures } from './unseen-failures.ts'

/** A change whose answer the test gives, and the page that shows it. */
function changing() {
  const client = new QueryClient()
  const reported: unknown[] = []
  followUnseenFailures(client.getMutationCache(), (error) => reported.push(error))
  let fail: (error: Error) => void = () => undefined
  const answer = new Promise<void>((_, reject) => {
    fail = reject
  })
  const page = new MutationObserver(client, { mutationFn: () => answer })
  const leave = page.subscribe(() => undefined)
  const done = page.mutate().catch(() => undefined)
  const failed = (error: Error) => {
    fail(error)
    return done
  }
  return { reported, leave, failed }
}

test('a change that fails after its page was left is reported', async () => {
  const { reported, leave, failed } = changing()
  leave()
  const error = new Error('no answer')
  await failed(error)
  expect(reported).toEqual([error])
})

test('a page that is still there shows its failure itself', async () => {
  const { reported, failed } = changing()
  await failed(new Error('no answer'))
  expect(reported).toEqual([])
})
