import { expect, test } from 'vitest'
import { everyPage } from './every-page.ts'

const PAGES = [{ items: [1, 2], next_cursor: '1' }, { items: [3], next_cursor: '2' }, { items: [4] }]
const ask = async ({ cursor = '0' }: { readonly cursor?: string }) => PAGES[Number(cursor)] ?? { items: [] }

test('every page is requested with the cursor of the page before it', async () => {
  expect(await everyPage(3, ask)).toEqual({ items: [1, 2, 3, 4], isWhole: true })
})

test('a list with more pages than the bound is not called whole', async () => {
  expect(await everyPage(2, ask)).toEqual({ items: [1, 2, 3], isWhole: false })
})
