import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/**
 * Files that take a minute or so, out of proportion to their size: whole installations and brokers, which mostly wait,
 * and the simulator, which never does. Started last, such a file would run alone at the end.
 */
const LONG = ['/test/sim/', '/test/e2e/', '/test/browser/', '/stream/kafka/', '/test/isolation/', '/test/forwarders/']

/** Sorts as vitest does, by the times of the last run or by size, but puts long files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((folder) => moduleId.includes(folder))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
