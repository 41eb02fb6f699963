import { mkdirSync, mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bodyFolder, hasMemoryFor } from '../body-folder.ts'
import { Spool } from './spool.ts'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, writeSync: vi.fn(fs.writeSync) }
})

let dir: string
let spool: Spool
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'svc-spool-')), 'data')
  mkdirSync(dir)
  spool = new Spool(dir, 1_000_000)
})
afterEach(() => {
  spool.close()
  rmSync(join(dir, '..'), { recursive: true, force: true })
})

const write = () => spool.write(Readable.from([Buffer.from('body')]), 4)

test.skipIf(!hasMemoryFor(1_000_000))(
  'where a quota refuses the memory that is free, the next body goes to disk',
  async () => {
    const memory = bodyFolder(dir)
    expect((await write()).path.startsWith(memory)).toBe(true)
    vi.mocked(writeSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('quota'), { code: 'EDQUOT' })
    })
    await expect(write()).rejects.toMatchObject({ code: 'EDQUOT' })
    expect((await write()).path.startsWith(join(dir, 'tmp'))).toBe(true)
  },
)
