/** Real events as the intake stage lays them out for the lake: Native blocks of one size. */
import { INGEST_LIMITS } from '../api/ingest/limits.ts'
import { intakeStage } from '../pipeline/intake/stage.ts'
import { decodeNormalizedEvents } from '../schemas/normalized-events.ts'
import { TOPICS } from '../schemas/topics.ts'
import { batchRecord } from './batch-record.ts'
import { FeedBodies } from './feed-bodies.ts'

export const BLOCK_ROWS = 50_000
/** Divides the rows of a block, so that every block is exactly one size. */
const BODY_ROWS = 100

/** `count` blocks with their numbers; only one is in memory at a time. */
export async function* eventBlocks(count: number): AsyncGenerator<[nth: number, block: Buffer]> {
  const bodies = await FeedBodies.load({ eventsPerBody: BODY_ROWS })
  const task = intakeStage({ partitions: 1, eventBytesMax: INGEST_LIMITS.eventBytesMax }).open(0)
  task.restore([])
  let offset = 0
  for (let nth = 0; nth < count; nth++) {
    for (let rows = 0; rows < BLOCK_ROWS; rows += BODY_ROWS) {
      const { body } = bodies.next()
      // A source for each body: nothing is a duplicate of its neighbours or of an earlier round.
      task.step(batchRecord(body, `body-${offset}`, offset++))
    }
    const { outputs, release } = task.flush()
    const output = outputs.find(({ topic }) => topic === TOPICS.normalizedEvents.name)
    if (!output) throw new Error('intake gave no block')
    const { rows, block } = decodeNormalizedEvents(Buffer.concat(output.value))
    release?.()
    if (rows !== BLOCK_ROWS) throw new Error(`a block of ${rows} rows: the corpus repeats itself within a body`)
    yield [nth, block]
  }
}
