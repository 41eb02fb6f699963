import type { LiveSocket } from './live-socket.ts'

/** Sockets whose credentials are looked up at the same moment. */
const AT_ONCE = 4

/** Checks sockets a few at a time. A socket that waits already is not checked twice. */
export function socketChecks(): (sockets: Iterable<LiveSocket>) => void {
  const waiting = new Set<LiveSocket>()
  let lanes = 0
  const lane = async () => {
    for (const live of waiting) {
      waiting.delete(live)
      await live.check()
    }
    lanes--
  }
  return (sockets) => {
    for (const live of sockets) waiting.add(live)
    for (let more = Math.min(AT_ONCE - lanes, waiting.size); more > 0; more--) {
      lanes++
      void lane()
    }
  }
}
