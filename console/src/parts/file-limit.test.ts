import { expect, test } from 'vitest'
import { FILE_BYTES_MAX, fileForm } from './file-limit.ts'

const file = (size: number) => new File([new Uint8Array(size)], 'proof.png')

test('a file that the API takes becomes a form with this one file', () => {
  const form = fileForm(file(FILE_BYTES_MAX))
  expect([...form.keys()]).toEqual(['file'])
  expect((form.get('file') as File).name).toBe('proof.png')
})

test('an empty file and one that is too large are refused with the bound', () => {
  expect(() => fileForm(file(0))).toThrow('proof.png is empty')
  expect(() => fileForm(file(FILE_BYTES_MAX + 1))).toThrow('proof.png is larger than 5 MiB')
})
