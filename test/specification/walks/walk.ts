/** A line of the specification that cannot be shown with one request. */
import assert from 'node:assert/strict'
import { type ApiTarget, ask, type Request } from '../door.ts'

export type Walk = {
  readonly section: string
  /** A short form of the specification's line. */
  readonly says: string
  /** Resolves with the result, and throws if it is not as specified. */
  readonly run: (door: ApiTarget) => Promise<string>
  /** True if it needs an installation that was started with known settings. */
  readonly needsOwn?: true
}

export const walk = (section: string, says: string, run: Walk['run']): Walk => ({ section, says, run })
export const ownWalk = (section: string, says: string, run: Walk['run']): Walk => ({
  ...{ section, says, run },
  needsOwn: true,
})

/** The body of the response, if its status is as expected. */
export async function expectStatus<T = Record<string, unknown>>(
  door: ApiTarget,
  status: number,
  line: string,
  request: Request = {},
): Promise<T> {
  const answer = await ask(door, line, request)
  assert.equal(answer.status, status, `${line}: ${answer.status} and not ${status}: ${answer.text.slice(0, 200)}`)
  return (answer.body ?? answer.text) as T
}

/** Repeats `find` until it finds something. */
export async function eventually<T>(find: () => Promise<T | undefined>, says: string): Promise<T> {
  for (let left = 120; left > 0; left--) {
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`${says} did not come within a minute`)
}
