/**
 * Runs under a limit on file sizes, which the kernel enforces in the same way as a full disk: see `disk-full.test.ts`.
 */
import { AppError } from '../../platform/errors.ts'
import { LogWriter } from './log-writer.ts'
import { record } from './testing-records.ts'

const [folder = ''] = process.argv.slice(2)
const writer = await LogWriter.open(folder, { segmentBytes: 1 << 30, frameBytes: 1 << 21, pendingBytesMax: 1 << 24 })
const kept: number[] = []
const refused: number[] = []
for (let n = 0; n < 60; n++) {
  // Small ones still fit when a large one no longer does.
  const text = `${n} ${'.'.repeat(n % 3 === 2 ? 200 : 6_000)}`
  try {
    await writer.append([record(text), record(`also ${n}`, 'b')])
    kept.push(n)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
    refused.push(n)
  }
}
await writer.close()
process.stdout.write(JSON.stringify({ kept, refused }))
