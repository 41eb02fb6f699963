import { expect, test } from 'vitest'
import { formatNamed } from './formats/formats.ts'
import { sourceOf } from './registry.ts'
import { FORMATS_ALONE, sourceAlone } from './source-alone.ts'

test.each(FORMATS_ALONE)('the source of %s is that of the registry', async (format) => {
  expect(await sourceAlone(format)).toBe(sourceOf(format))
  expect(await sourceAlone(format.toUpperCase())).toBe(sourceOf(format))
  expect(formatNamed(format)).toBe(formatNamed('json'))
})

test('other formats are not loaded alone', async () => {
  for (const format of ['', 'auto', 'zeek', 'no such format']) expect(await sourceAlone(format)).toBeNull()
})
