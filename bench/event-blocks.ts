/** Real events as the intake stage lays them out for the lake: Native blocks of nearly one size. */
import { INGEST_LIMITS } from '../ingest/http/limits.ts'
import { intakeStage } from '../pipeline/stages/intake/stage.ts'
import { decodeNormalizedEvents } from '../schemas/normalized-events.ts'
import { TOPICS } from '../schemas/topics.ts'
import { batchRecord } from './batch-record.ts'
import { FeedBodies } from './feed-bodies.ts'

/** Events that go into a block; a corpus may repeat some of them, and repeats are dropped. */
const BLOCK_EVENTS = 50_000

export type Block = { readonly nth: number; readonly rows: number; readonly block: Buffer }

/** `count` blocks; only one is in memory at a time. */
export async function* eventBlocks(count: number): AsyncGenerator<Block> {
  const bodies = await FeedBodies.load({ eventsPerBody: 100 })
  const task = intakeStage({ partitions: 1, eventBytesMax: INGEST_LIMITS.eventBytesMax }).open(0)
  task.restore([])
  let offset = 0
  for (let nth = 0; nth < count; nth++) {
    for (let events = 0; events < BLOCK_EVENTS; ) {
      const load = bodies.next()
      task.step(batchRecord(load.body, `block-${nth}-round-${load.round}`, offset++))
      events += load.events
    }
    const { outputs, release } = task.flush()
    const output = outputs.find(({ topic }) => topic === TOPICS.normalizedEvents.name)
    if (!output) throw new Error('intake gave no block')
    const { rows, block } = decodeNormalizedEvents(Buffer.concat(output.value))
    release?.()
    yield { nth, rows, block }
  }
}
