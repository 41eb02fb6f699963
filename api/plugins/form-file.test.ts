import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { formFile } from './form-file.ts'

/** A form as the parser hands it on: `isCut` is what it marks when a file went past the limit. */
const formWith = (bytes: Buffer, isCut: boolean) =>
  ({
    isMultipart: () => true,
    file: async () => ({
      fieldname: 'file',
      filename: 'evidence.bin',
      file: { truncated: isCut },
      toBuffer: async () => bytes,
    }),
  }) as unknown as FastifyRequest

test('a file that was cut at the limit is refused, even when the parser gave its beginning', async () => {
  await expect(formFile(formWith(Buffer.alloc(8), true), 'a file')).rejects.toMatchObject({ code: 'too_large' })
  expect(await formFile(formWith(Buffer.alloc(8), false), 'a file')).toMatchObject({ name: 'evidence.bin' })
})
